import { describe, expect, it } from "vitest";
import { runStepsSync } from "../../lib/base/yielding.ts";
import type { MediaRecord } from "../../lib/media/mod.ts";
import { examineFile } from "../../lib/media/types/mod.ts";
import { findPictures, showPictures } from "../../lib/media/variants/reader_pictures.ts";
import { findSuperlinearGrowth } from "./_find_superlinear_growth.ts";

const root = '<svg xmlns="http://www.w3.org/2000/svg"';

function examine(text: string): void {
  try {
    examineFile(new TextEncoder().encode(text), { name: "drawing.svg" });
  } catch {
    // A refusal must take linear time, too.
  }
}

describe("a drawing is rewritten in linear time with many", () => {
  it.each([
    ["elements", "<g/>"],
    ["removed elements", "<script/>"],
    ["nested elements that are closed", "<g><g></g></g>"],
    ["elements with an id that use another", '<g id="a"><use href="#b"/></g>'],
    ["styles", '<g style="fill:red;stroke:url(#a)"/>'],
    ["references", "<text>&lt;</text>"],
  ])("%s", async (_name, unit) => {
    expect(
      await findSuperlinearGrowth((size) => `${root}>${unit.repeat(size)}</svg>`, examine),
    ).toBeUndefined();
  });

  it.each([
    ["letters", "a"],
    ["open functions", "a("],
    ["open references", "url("],
    ["spaces", " "],
    ["open comments", "/*"],
    ["closed comments", "/**/"],
    ["open rules", "a{"],
    ["rules", "a{fill:red}"],
  ])("%s in a style sheet, a style and a value", async (_name, unit) => {
    const make = (size: number): string => {
      const text = unit.repeat(size);
      return `${root}><style>${text}</style><g style="${text}" fill="url(${text}"/></svg>`;
    };
    expect(await findSuperlinearGrowth(make, examine)).toBeUndefined();
  });

  it.each([
    ["attributes", (size: number) => Array.from({ length: size }, (_, id) => ` a${id}=""`).join("")],
    ["numbers in the view box", (size: number) => ` viewBox="${"1 ".repeat(size)}"`],
  ])("%s", async (_name, attributesOf) => {
    expect(await findSuperlinearGrowth((size) => `${root}${attributesOf(size)}/>`, examine)).toBeUndefined();
  });

  it.each(["<!--", "<!-- -->", "<!DOCTYPE ", "<?xml "])("%s before it", async (unit) => {
    expect(await findSuperlinearGrowth((size) => `${unit.repeat(size)}${root}/>`, examine)).toBeUndefined();
  });
});

describe("pictures of a post are shown in linear time", () => {
  const hash = "0".repeat(40);
  const record = { hash, type: "image/png", width: 1000, height: 10 } as MediaRecord;

  it.each([
    ["many pictures", `<img src="/media/acme/${hash}/a.png">`],
    ["many beginnings of addresses", "<img src='/media/acme/'>"],
  ])("%s", async (_name, unit) => {
    const show = (html: string): string => {
      const pictures = runStepsSync(findPictures(html, "acme"));
      return showPictures(html, pictures, new Map([[hash, record]]), true);
    };
    // The smaller size has several parts that are read at a time.
    expect(await findSuperlinearGrowth((size) => unit.repeat(size), show, 3000)).toBeUndefined();
  });
});
