import { describe, expect, it } from "vitest";
import { type ImportItem, linkTranslations, readMarkdown } from "../../lib/import/mod.ts";
import { importItems, newApi, siteUrl } from "./_import.ts";

type Files = Readonly<Record<string, string>>;

function linked(files: Files, language?: string): AsyncGenerator<ImportItem> {
  const read = function* (pass: "keys" | "posts"): Generator<ImportItem> {
    for (const [path, text] of Object.entries(files)) {
      yield* readMarkdown(text, path, { path, siteUrl, now: 0, content: pass === "posts" });
    }
  };
  return linkTranslations(read, language === undefined ? {} : { language });
}

async function summary(files: Files, language?: string): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const item of linked(files, language)) {
    if (item.kind === "post") found.push([item.input.slug, item.input.translations, item.input.html]);
  }
  return found;
}

describe("Translations in a folder", () => {
  it("are linked, and get different slugs", async () => {
    const translations = { en: "a", fr: "a.fr", "zh-TW": "a.zh-TW" };
    const files = { "en/a.md": "# A", "fr/a.md": "# B\n\nx", "zh_tw/a.md": "# C", "en/b.md": "# D" };
    expect(await summary(files)).toEqual([
      ["a", translations, ""],
      ["a.fr", translations, "<p>x</p>\n"],
      ["a.zh-TW", translations, ""],
      ["b", undefined, ""],
    ]);
  });

  it("leave the slug to the post in the organization's language, which may be unnamed", async () => {
    const translations = { en: "a", de: "a.de" };
    expect(await summary({ "de/a.md": "# A", "a.md": "# B" }, "en")).toEqual([
      ["a.de", translations, ""],
      ["a", translations, ""],
    ]);
    expect(await summary({ "de/a.md": "# A", "a.md": "# B" })).toEqual([
      ["a.de", undefined, ""],
      ["a", undefined, ""],
    ]);
  });

  it("leave the slug to the post in another form of the organization's language", async () => {
    const files = { "ca/a.md": "# A", "en/a.md": "# B" };
    expect(await summary(files, "en-US")).toMatchObject([
      ["a.ca", { en: "a" }, ""],
      ["a", { ca: "a.ca" }, ""],
    ]);
  });

  it("are linked by the key of their front matter, with their own slugs", async () => {
    const files = {
      "x.md": "---\ntitle: X\nlang: en\ntranslationKey: k\n---\n",
      "y.md": "---\ntitle: Y\nlang: fr\ntranslationKey: k\n---\n",
      "z.md": "---\ntitle: Z\nlang: fr\ntranslationKey: k\n---\n",
    };
    const translations = { en: "x", fr: "y" };
    expect(await summary(files)).toEqual([
      ["x", translations, ""],
      ["y", translations, ""],
      ["z", undefined, ""],
    ]);
  });

  it("keep the translations that they name", async () => {
    const text = "---\ntitle: A\ntranslations:\n  ja: other\n---\n";
    expect(await summary({ "en/a.md": text, "fr/a.md": "# B" })).toMatchObject([
      ["a", { ja: "other" }, ""],
      ["a.fr", { en: "a", fr: "a.fr" }, ""],
    ]);
  });

  it("are imported, and do not change the second time", async () => {
    const api = await newApi();
    const files = { "en/a.md": "# A", "fr/a.md": "# B" };
    expect(await importItems(api, linked(files, "en"))).toEqual(["created a", "created a.fr"]);
    expect(await importItems(api, linked(files, "en"))).toEqual(["unchanged a", "unchanged a.fr"]);
  });

  it("need a language tag that is valid", async () => {
    await expect(linked({}, "not a tag").next()).rejects.toThrow("language must be a BCP 47 language tag");
  });
});
