import { readFileSync } from "node:fs";

/** Bytes that a disk writes whole or not at all. */
export const sectorSize = 512;

/** A state of a sector, of a file's size or of a directory's entry. */
export interface Change<Value> {
  /** Index of the line of the recording. */
  at: number;
  value: Value;
  /** Index of the line that says that the change has been written through to the disk. */
  throughAt?: number;
}

/** A file or directory. */
export interface Node {
  kind: "file" | "directory";
  sectors: Map<number, Change<Buffer>[]>;
  sizes: Change<number>[];
  /** Flushes: the line of each beginning, and the line of its end. */
  flushes: { from: number; to: number }[];
  /** True if a process wrote to the file through memory, which is not recorded. */
  isMapped: boolean;
}

/** A change of the names in directories. A rename changes both of its names, or none. */
export interface NameChange {
  at: number;
  /** The directory whose flush puts the change on the disk. */
  directory: Node;
  name: string;
  /** The node that the name gets, or undefined if it is removed. */
  node: Node | undefined;
  /** The name that a rename removes. */
  from?: { directory: Node; name: string };
}

/** A text that the program printed, with the index of its line. */
export interface Said {
  at: number;
  text: string;
}

/** The changes of a program below a directory, in their order. `recorder.c` writes them to a file. */
export class Recording {
  readonly root: Node = newNode("directory");
  readonly names: NameChange[] = [];
  readonly said: Said[] = [];
  /** Number of lines. */
  length = 0;
  /** Lines at which a flush of a file ended. A write to a descriptor with O_DSYNC is one. */
  readonly #flushes: number[] = [];
  readonly #nodes = new Map<string, Node>();
  readonly #entries = new Map<Node, Map<string, Node>>();
  readonly #pending = new Map<string, { node: Node; from: number }>();

  /** @param rootInode number of the directory, which was empty */
  constructor(file: string, rootInode: number) {
    this.#nodes.set(String(rootInode), this.root);
    const bytes = readFileSync(file);
    for (let start = 0; start < bytes.length; this.length++) {
      const end = bytes.indexOf("\n", start);
      const [kind = "", ...fields] = bytes.toString("utf8", start, end).split("\t");
      start = end + 1;
      const hasData = kind === "write" || kind === "said";
      const size = hasData ? Number(fields.at(-1)) : 0;
      this.#add(kind, fields, bytes.subarray(start, start + size));
      start += size;
    }
  }

  /** Returns the number of flushes that ended between two lines. */
  flushesBetween(from = 0, to: number = this.length): number {
    return this.#flushes.filter((at) => at > from && at < to).length;
  }

  #add(kind: string, fields: readonly string[], data: Buffer): void {
    const at = this.length;
    const [first = "", second = "", third = "", fourth = ""] = fields;
    if (kind === "said") this.said.push({ at, text: data.toString() });
    else if (kind === "write") writeTo(this.#node(first), Number(second), data, at);
    else if (kind === "through") this.#through(first, Number(second), Number(third));
    else if (kind === "truncate") truncate(this.#node(first), Number(second), at);
    else if (kind === "flush") this.#pending.set(second, { node: this.#node(first), from: at });
    else if (kind === "flushed") this.#flushed(second);
    else if (kind === "map") this.#node(first).isMapped = true;
    else if (kind === "rename") this.#rename(first, second, third, fourth);
    else this.#name(kind, first, second, third);
  }

  #flushed(number: string): void {
    const flush = this.#pending.get(number);
    if (flush === undefined) throw new Error("The recording ends a flush that has not begun");
    flush.node.flushes.push({ from: flush.from, to: this.length });
    this.#flushes.push(this.length);
  }

  #through(inode: string, offset: number, length: number): void {
    markThrough(this.#node(inode), offset, length, this.length);
    this.#flushes.push(this.length);
  }

  #name(kind: string, directory: string, name: string, inode: string): void {
    // The system uses the number of a deleted file again.
    if (kind === "+" || kind === "d") this.#nodes.set(inode, newNode(kind === "d" ? "directory" : "file"));
    const node = kind === "-" ? undefined : this.#node(inode);
    this.#change({ at: this.length, directory: this.#node(directory), name, node });
  }

  #rename(directory: string, name: string, target: string, targetName: string): void {
    const from = { directory: this.#node(directory), name };
    const node = this.#entries.get(from.directory)?.get(name);
    if (node === undefined) throw new Error(`The recording renames ${name}, which does not exist`);
    this.#entries.get(from.directory)?.delete(name);
    this.#change({ at: this.length, directory: this.#node(target), name: targetName, node, from });
  }

  #change(change: NameChange): void {
    const { directory, name, node } = change;
    const entries = this.#entries.get(directory) ?? new Map<string, Node>();
    this.#entries.set(directory, entries);
    if (node === undefined) entries.delete(name);
    else entries.set(name, node);
    this.names.push(change);
  }

  #node(inode: string): Node {
    const node = this.#nodes.get(inode);
    if (node === undefined) throw new Error(`The recording has no beginning of the file ${inode}`);
    return node;
  }
}

function newNode(kind: Node["kind"]): Node {
  return { kind, sectors: new Map(), sizes: [], flushes: [], isMapped: false };
}

function writeTo(node: Node, offset: number, data: Buffer, at: number): void {
  const end = offset + data.length;
  for (let sector = Math.floor(offset / sectorSize); sector * sectorSize < end; sector++) {
    const start = sector * sectorSize;
    const changes = node.sectors.get(sector) ?? [];
    node.sectors.set(sector, changes);
    const isWhole = offset <= start && end >= start + sectorSize;
    const from = Math.max(0, start - offset);
    if (isWhole) {
      changes.push({ at, value: data.subarray(from, from + sectorSize) });
      continue;
    }
    const value = Buffer.alloc(sectorSize);
    changes.at(-1)?.value.copy(value);
    data.copy(value, Math.max(0, offset - start), from, Math.min(data.length, start + sectorSize - offset));
    changes.push({ at, value });
  }
  if (end > (node.sizes.at(-1)?.value ?? 0)) node.sizes.push({ at, value: end });
}

/** Marks the last write as written through, as a descriptor with O_DSYNC does. */
function markThrough(node: Node, offset: number, length: number, at: number): void {
  for (let sector = Math.floor(offset / sectorSize); sector * sectorSize < offset + length; sector++) {
    const change = node.sectors.get(sector)?.at(-1);
    if (change !== undefined) change.throughAt = at;
  }
  const size = node.sizes.at(-1);
  if (size !== undefined) size.throughAt = at;
}

function truncate(node: Node, size: number, at: number): void {
  for (const [sector, changes] of node.sectors) {
    const kept = Math.min(sectorSize, Math.max(0, size - sector * sectorSize));
    if (kept === sectorSize) continue;
    const value = Buffer.alloc(sectorSize);
    changes.at(-1)?.value.copy(value, 0, 0, kept);
    changes.push({ at, value });
  }
  node.sizes.push({ at, value: size });
}
