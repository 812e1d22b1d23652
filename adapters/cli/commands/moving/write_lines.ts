import type { ExportLine, TransferEnd } from "../../../../lib/moving/mod.ts";
import { untilStopped } from "../../frame/exit/until_stopped.ts";
import type { ProgressDisplay } from "../../frame/output/progress.ts";
import type { OutputFile } from "./output_file.ts";

/**
 * Writes the lines of an export, and shows the progress.
 *
 * @returns the last record, or undefined if the export was stopped
 */
export async function writeLines(
  linesOf: (display: ProgressDisplay) => AsyncIterable<ExportLine>,
  { file, total }: { file: OutputFile; total: number },
): Promise<TransferEnd | undefined> {
  let items = 0;
  let isFinished = false;
  let end: TransferEnd | undefined;
  try {
    await untilStopped("Stopping. Press Ctrl-C again to stop immediately", async (display, signal) => {
      for await (const { type, text } of linesOf(display)) {
        if (signal.aborted) return;
        await file.write(text);
        if (type === "end") end = JSON.parse(text) as TransferEnd;
        if (type === "header" || type === "end") continue;
        items++;
        display.update({ done: items, total, items, unit: "records" });
      }
      await file.finish();
      isFinished = true;
    });
    return isFinished ? end : undefined;
  } finally {
    if (!isFinished) await file.discard();
  }
}
