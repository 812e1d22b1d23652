/** Size of the first block of a pool, and of the largest, in bytes. */
const blockSizes = { first: 1024, most: 262_144 };
/** Size in bytes from which a list has an array of its own. */
const longList = 16_384;

/** A part of an array. */
interface Place {
  bytes: Uint8Array;
  start: number;
}

/** Large arrays that many short lists share. A part that a list has outgrown is given to another list. */
export class BytePool {
  /** Size of all arrays in bytes. */
  bytes = 0;
  #block: Uint8Array = new Uint8Array(0);
  #used = 0;
  /** Free parts by size. */
  readonly #free = new Map<number, Place[]>();

  take(size: number): Place {
    if (size >= longList) return { bytes: this.#create(size), start: 0 };
    const free = this.#free.get(size)?.pop();
    if (free !== undefined) return free;
    if (this.#used + size > this.#block.length) {
      const next = Math.min(Math.max(2 * this.#block.length, blockSizes.first, size), blockSizes.most);
      this.#block = this.#create(next);
      this.#used = 0;
    }
    this.#used += size;
    return { bytes: this.#block, start: this.#used - size };
  }

  giveBack(place: Place, size: number): void {
    if (size >= longList) this.bytes -= size;
    else if (size > 0) {
      const free = this.#free.get(size);
      if (free === undefined) this.#free.set(size, [place]);
      else free.push(place);
    }
  }

  #create(size: number): Uint8Array {
    this.bytes += size;
    return new Uint8Array(size);
  }
}

const empty = new Uint8Array(0);

/** A list of bytes that only grows. An integer takes a byte for every 7 bits. */
export class ByteList {
  readonly #pool: BytePool;
  bytes: Uint8Array = empty;
  /** Index of the first byte of the list in `bytes`. */
  start = 0;
  length = 0;
  #size = 0;

  constructor(pool: BytePool) {
    this.#pool = pool;
  }

  /** Adds an integer from 0 to 2^31 - 1. */
  add(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.#addByte((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    this.#addByte(rest);
  }

  /** Makes room for this many bytes, of which none is wasted. The list must be empty. */
  reserve(size: number): void {
    this.#move(size);
  }

  #addByte(byte: number): void {
    if (this.length === this.#size) this.#move(sizeAfter(this.#size));
    this.bytes[this.start + this.length++] = byte;
  }

  #move(size: number): void {
    const { bytes, start } = this;
    const place = this.#pool.take(size);
    for (let at = 0; at < this.length; at++) place.bytes[place.start + at] = bytes[start + at] as number;
    this.#pool.giveBack({ bytes, start }, this.#size);
    ({ bytes: this.bytes, start: this.start } = place);
    this.#size = size;
  }
}

/** Returns the next size of a list. There are few sizes, so that lists can take the parts of others. */
function sizeAfter(size: number): number {
  if (size >= longList) return Math.ceil(size * 1.2);
  let next = 4;
  while (next <= size) next = (next & (next - 1)) === 0 ? next + next / 2 : (next / 3) * 4;
  return next;
}
