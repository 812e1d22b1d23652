import { decode, encode, type SourceMapSegment } from "@jridgewell/sourcemap-codec";
import type { SourceMap } from "rolldown";
import { withoutComments } from "./without_comments.ts";

type CompactMap = Pick<SourceMap, "version" | "mappings" | "names" | "sources" | "sourcesContent">;

/**
 * Reduces a source map by a third: it maps lines instead of tokens, and its sources have no comments. Lines keep their numbers, so
 * stack traces name the same lines as in the repository.
 */
export function compactMap({ version, mappings, sources, sourcesContent }: SourceMap): CompactMap {
  const contents = sourcesContent.map(withoutComments);
  return { version, mappings: lineMappings(mappings), names: [], sources, sourcesContent: contents };
}

/** Keeps the segments of a line that start another source line than the segment before. */
function lineMappings(mappings: string): string {
  const lines = decode(mappings).map((segments) => {
    const kept: SourceMapSegment[] = [];
    let [previousSource, previousLine] = [-1, -1];
    for (const [column, source, line, sourceColumn] of segments) {
      if (source === undefined || line === undefined || sourceColumn === undefined) continue;
      if (source === previousSource && line === previousLine) continue;
      kept.push([column, source, line, sourceColumn]);
      [previousSource, previousLine] = [source, line];
    }
    return kept;
  });
  return encode(lines);
}
