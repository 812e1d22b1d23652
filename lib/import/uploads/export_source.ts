import type { Markup } from "../../base/text/declared_encoding.ts";
import type { ImportSource } from "../import_item.ts";
import { SourceDecoder } from "../source_decoder.ts";
import { yieldToEventLoop } from "../../base/yielding.ts";
import type { ReadingProgress } from "./reading.ts";

/** An export that is read twice, the first time to check it. */
export interface ExportFile {
  /** Name for messages. */
  name: string;
  size: number;
  /** The format whose declaration of the encoding counts. Default: none. */
  markup?: Markup | undefined;
  /** Reads the bytes from the beginning. */
  read: () => AsyncIterable<Uint8Array>;
}

/** Characters that a reader gets at a time. Other requests have their turn in between. */
const portion = 16_384;

/** Makes the source of an export for its reader. */
export function exportSource(
  { name, size, markup, read }: ExportFile,
  { onProgress }: { onProgress: (progress: ReadingProgress) => void },
): ImportSource {
  let readings = 0;
  return {
    file: name,
    async *read() {
      const isChecking = readings++ === 0;
      const decoder = new SourceDecoder(name, markup);
      let done = 0;
      for await (const bytes of read()) {
        const text = decoder.decode(bytes, { stream: true });
        for (let at = 0; at < text.length; at += portion) {
          yield text.slice(at, at + portion);
          await yieldToEventLoop();
        }
        done += bytes.length;
        onProgress({ done, total: size, unit: "bytes", isChecking });
      }
      yield decoder.decode();
    },
  };
}
