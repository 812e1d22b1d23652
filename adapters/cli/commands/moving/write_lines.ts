import type { ExportLine, TransferEnd } from "../../../../lib/moving/mod.ts";
import type { OutputFile } from "./output_file.ts";
import type { ProgressDisplay } from "../../frame/output/progress.ts";
import { StopSignal } from "../../frame/exit/stop_signal.ts";

/**
 * Writes the lines of an export, and shows the progress.
 *
 * @returns the last record, or undefined if the export was stopped
 */
export async function writeLines(
  lines: AsyncIterable<ExportLine>,
  { file, total, display }: { file: OutputFile; total: number; display: ProgressDisplay },
): Promise<TransferEnd | undefined> {
  const stop = new StopSignal(() => display.line("Stopping. Press Ctrl-C again to stop immediately"));
  let items = 0;
  let isFinished = false;
  let end: TransferEnd | undefined;
  try {
    for await (const { type, text } of lines) {
      if (stop.signal.aborted) return undefined;
      await file.write(text);
      if (type === "end") end = JSON.parse(text) as TransferEnd;
      if (type === "header" || type === "end") continue;
      items++;
      display.update({ done: items, total, items, unit: "records" });
    }
    await file.finish();
    isFinished = true;
    return end;
  } finally {
    display.end();
    stop.dispose();
    if (!isFinished) await file.discard();
  }
}
