import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Change, type NameChange, type Node, type Recording, sectorSize } from "./recording.ts";

/**
 * Writes the directory that a power cut can leave. Without `random`, writes the directory that the program left.
 *
 * - A flush of a file keeps its size and the sectors that were written before the flush began. Of a sector that was written since, any state
 *   since then is on the disk, independent of other sectors. So is any size since then.
 * - A flush of a directory keeps the names in it. It keeps neither the content of the files nor the name of the directory itself.
 *   A rename happens whole or not at all, and its new directory decides.
 * - In half of the cuts the names of all directories end at the same change, as in the journal of ext4 (`data=ordered`). In the other half,
 *   which is stricter, those of each directory end at a change of its own.
 */
export function writeDirectoryAfter(
  recording: Recording,
  { at, random }: { at: number; random?: () => number },
  target: string,
): void {
  const entries = namesAfter(recording, at, random);
  const bias = random?.() ?? 1;
  const write = (node: Node, path: string): void => {
    if (node.kind === "file") return writeFileSync(path, contentAfter(node, at, bias, random));
    mkdirSync(path, { recursive: true });
    for (const [name, child] of entries.get(node) ?? []) write(child, join(path, name));
  };
  write(recording.root, target);
}

function namesAfter(
  { names }: Recording,
  at: number,
  random: (() => number) | undefined,
): Map<Node, Map<string, Node>> {
  const lastOf = lastNames(names, at, random);
  const entries = new Map<Node, Map<string, Node>>();
  const entriesOf = (node: Node): Map<string, Node> => {
    const found = entries.get(node) ?? new Map<string, Node>();
    entries.set(node, found);
    return found;
  };
  for (const change of names) {
    if (change.at >= lastOf(change.directory)) continue;
    if (change.from !== undefined) entriesOf(change.from.directory).delete(change.from.name);
    if (change.node === undefined) entriesOf(change.directory).delete(change.name);
    else entriesOf(change.directory).set(change.name, change.node);
  }
  return entries;
}

/** Returns the end of the changes in a directory that are on the disk. */
function lastNames(
  names: readonly NameChange[],
  at: number,
  random: (() => number) | undefined,
): (directory: Node) => number {
  if (random === undefined) return () => at;
  const isJournal = random() < 0.5;
  const lasts = new Map<Node, number>();
  for (const { directory } of names) {
    if (!lasts.has(directory)) lasts.set(directory, between(flushedAt(directory, at), at + 1, random));
  }
  if (!isJournal) return (directory) => lasts.get(directory) ?? 0;
  const flushed = [...lasts.keys()].map((directory) => flushedAt(directory, at));
  const last = between(Math.max(0, ...flushed), at + 1, random);
  return () => last;
}

function contentAfter(node: Node, at: number, bias: number, random: (() => number) | undefined): Buffer {
  const flushed = flushedAt(node, at);
  const size = stateAfter(node.sizes, { at, flushed, bias, random }) ?? 0;
  const content = Buffer.alloc(size);
  for (const [sector, changes] of node.sectors) {
    const start = sector * sectorSize;
    if (start < size) stateAfter(changes, { at, flushed, bias, random })?.copy(content, start);
  }
  return content;
}

/** Returns the last state, or with `random` any state since the last one that is certainly on the disk. */
function stateAfter<Value>(
  changes: readonly Change<Value>[],
  {
    at,
    flushed,
    bias,
    random,
  }: { at: number; flushed: number; bias: number; random: (() => number) | undefined },
): Value | undefined {
  const end = changes.findLastIndex((change) => change.at < at);
  if (random === undefined) return changes[end]?.value;
  // -1 stands for the state before the first change.
  const first = changes.findLastIndex(
    (change) => change.at < Math.min(flushed, at) || (change.throughAt ?? Infinity) < at,
  );
  const chosen = random() < bias ? end : between(first, end + 1, random);
  return changes[chosen]?.value;
}

/** Returns the beginning of the last flush that has ended. */
function flushedAt({ flushes }: Node, at: number): number {
  return Math.max(0, ...flushes.filter(({ to }) => to < at).map(({ from }) => from));
}

/** Returns a whole number from `least` to `end`, exclusive. Every third is the least, and every third the greatest. */
function between(least: number, end: number, random: () => number): number {
  const place = Math.min(1, Math.max(0, 3 * random() - 1));
  return least + Math.floor(place * Math.max(0, end - least - 1));
}
