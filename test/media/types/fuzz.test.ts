import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { DamagedFileError, UnsupportedFileError } from "../../../lib/base/file_errors.ts";
import { examineFile } from "../../../lib/media/types/mod.ts";
import { box, film, gradient, sound, svg, withPrivateMetadata } from "./_files.ts";

const files: Uint8Array<ArrayBuffer>[] = [];

beforeAll(async () => {
  const picture = (): ReturnType<typeof gradient> => withPrivateMetadata(gradient(12, 8), 6);
  const formats = [
    picture().jpeg(),
    picture().png(),
    picture().webp(),
    picture().gif(),
    picture().avif({ effort: 0 }),
  ];
  files.push(...(await Promise.all(formats.map((format) => format.toBuffer()))));
  files.push(
    film(box("udta", "abc")),
    sound(3),
    svg('<style>.a{fill:url(#a)}</style><g id="a"><use href="#a"/></g>'),
  );
});

/** Examines a file. Any other error than the two of files fails the test. */
function examine(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | undefined {
  try {
    return examineFile(bytes, { name: "file" }).bytes;
  } catch (error) {
    if (error instanceof DamagedFileError || error instanceof UnsupportedFileError) return undefined;
    throw error;
  }
}

function isEqual(one: Uint8Array | undefined, other: Uint8Array): boolean {
  return one?.length === other.length && one.every((byte, at) => byte === other[at]);
}

describe("a changed file", () => {
  it("is refused with words, or its stored bytes are accepted again", () => {
    const change = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 0, max: 255 }));
    const changes = fc.record({
      file: fc.nat({ max: files.length - 1 }),
      left: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
      // Headers are at the beginning.
      early: fc.array(fc.tuple(fc.nat({ max: 200 }), fc.integer({ min: 0, max: 255 })), { maxLength: 3 }),
      changes: fc.array(change, { maxLength: 3 }),
    });
    const property = fc.property(changes, ({ file, left, early, changes }) => {
      const original = files[file] ?? new Uint8Array();
      const bytes = original.slice(0, Math.ceil(original.length * left));
      for (const [at, value] of early) if (at < bytes.length) bytes[at] = value;
      for (const [share, value] of changes) bytes[Math.floor(share * (bytes.length - 1))] = value;
      const stored = examine(bytes);
      return stored === undefined || isEqual(examine(stored), stored);
    });
    expect(fc.check(property, { numRuns: 3000 }).counterexample).toBeNull();
  });
});
