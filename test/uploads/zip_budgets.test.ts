import { afterEach, describe, expect, it, vi } from "vitest";
import type { PostFiles, SiteFiles } from "../../lib/import/mod.ts";
import type { TextWorker } from "../../lib/mod.ts";
import { TextWorkStoppedError } from "../../lib/base/text_work_errors.ts";
import { TextWork } from "../../lib/import/text_work/mod.ts";
import { openUpload } from "../../lib/import/uploads/mod.ts";
import { ReadingBudget } from "../../lib/import/uploads/reading_budget.ts";
import { zipOf } from "./_upload.ts";

/** A worker that notes its tasks. */
class NotedWorker implements TextWorker {
  readonly tasks: string[] = [];
  readonly #isSlow: boolean;

  /** @param isSlow true if every task exceeds the deadline */
  constructor(isSlow = false) {
    this.#isSlow = isSlow;
  }

  run: TextWorker["run"] = async (name) => {
    this.tasks.push(name);
    if (this.#isSlow) throw new TextWorkStoppedError("takes longer than 2000 ms to read");
    return (
      name === "checkSiteFiles"
        ? { site: { generator: "jekyll", contentFolders: [""], basePath: "", defaultLanguage: undefined } }
        : []
    ) as never;
  };
}

function filesOf(count: number, text: string): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`posts/${index}.md`, text]));
}

async function read(zip: Blob, worker?: TextWorker): Promise<string[]> {
  const textWork = new TextWork(worker);
  const reading = { siteUrl: "https://acme.example", language: "en", now: 0, postFields: [] };
  const upload = await openUpload(zip, "site.zip", { ...reading, textWork, onProgress: () => undefined });
  const lines: string[] = [];
  for await (const item of upload.items()) lines.push(item.kind === "note" ? item.text : item.kind);
  return lines;
}

const defaults = Array.from(
  { length: 400 },
  (_, index) => `  - scope: {path: "*a${index}*/*b"}\n    values: {}`,
);
const yaml = `defaults:\n${defaults.join("\n")}\n`;

/** Zips that are small, and take long to read. */
const hostile: readonly [name: string, zip: () => Blob][] = [
  ["many files of 3 characters", () => zipOf(filesOf(1600, "# a"))],
  ["a configuration for many posts", () => zipOf({ "_config.yml": yaml, ...filesOf(500, "# a") })],
  [
    "21 configurations",
    () => {
      const parts = Array.from({ length: 20 }, (_, index) => `config/_default/languages.l${index}.yaml`);
      const part = "a: {b: [c]}\n".repeat(200);
      return zipOf({
        "config/_default/hugo.yaml": "baseURL: /",
        ...Object.fromEntries(parts.map((path) => [path, part])),
        "content/a.md": "# a",
      });
    },
  ],
];

afterEach(() => {
  vi.restoreAllMocks();
});

describe("the budget of a reading", () => {
  it.each([
    ["bytes", async (budget: ReadingBudget) => budget.spendBytes(100_000_001), "more than 200 MB"],
    ["steps", async (budget: ReadingBudget) => budget.spend(200_000_001), "takes too long to read"],
  ])("bounds its %s", async (_name, spend, reason) => {
    const budget = new ReadingBudget();
    await spend(budget);
    await expect(spend(budget)).rejects.toThrow(reason);
  });
});

describe("a zip that takes long to read", () => {
  it.each(hostile)("is read in the worker: %s", async (_name, zip) => {
    const worker = new NotedWorker();
    await read(zip(), worker);
    expect(new Set(worker.tasks)).toContain("readPostFiles");
    expect(worker.tasks.length).toBeLessThan(210);
  });

  it.each([
    ["100 texts", filesOf(150, "# a"), ["readPostFiles", "readPostFiles"]],
    ["65,536 characters", filesOf(10, "a".repeat(16_000)), ["readPostFiles", "readPostFiles"]],
    [
      "a text of more than 16,384 characters",
      { "a.md": "# a", "b.md": "b".repeat(16_385), "c.md": "# c" },
      ["readPostFiles", "readPostFile", "readPostFiles"],
    ],
  ])("is read in batches of at most %s", async (_name, files, tasks) => {
    const worker = new NotedWorker();
    await read(zipOf(files), worker);
    expect(worker.tasks).toEqual([...tasks, ...tasks]);
  });

  it.each(hostile)("is read in small steps without a worker: %s", async (_name, zip) => {
    const file = zip();
    const turns = vi.spyOn(globalThis, "setTimeout");
    const lines = await read(file);
    const posts = lines.filter((line) => line === "post").length;
    expect(posts).toBeGreaterThan(0);
    // Both readings have a turn after each 16 files.
    expect(turns.mock.calls.length).toBeGreaterThanOrEqual(Math.floor(posts / 16) * 2);
  });

  it.each(hostile)("ends after some texts that exceed the deadline: %s", async (_name, zip) => {
    const worker = new NotedWorker(true);
    const lines = await read(zip(), worker).catch((error: Error) => [error.message]);
    expect(lines.join("\n")).toMatch(/takes too long to read|skipped/);
    expect(worker.tasks.length).toBeLessThan(30);
  });

  it("has at most 20 further files of its configuration", async () => {
    const parts = Array.from({ length: 25 }, (_, index) => [
      `config/_default/languages.l${index}.yaml`,
      "a: b",
    ]);
    const files = { "config/_default/hugo.yaml": "baseURL: /", ...Object.fromEntries(parts), "a.md": "# a" };
    const worker = new NotedWorker();
    const run = vi.spyOn(worker, "run");
    await read(zipOf(files), worker);
    const checked = run.mock.calls.find(([name]) => name === "checkSiteFiles")?.[1] as SiteFiles;
    expect(checked.files).toHaveLength(21);
  });

  it("ends after some batches that exceed the deadline, also if each of their texts is short", async () => {
    const run: TextWorker["run"] = async (_name, input) => {
      if ("files" in (input as object) && (input as PostFiles).files.length > 1)
        throw new TextWorkStoppedError("takes longer than 2000 ms to read");
      return [] as never;
    };
    await expect(read(zipOf(filesOf(2100, "# a")), { run })).rejects.toThrow(
      "The zip takes too long to read",
    );
  });

  it("ends after a number of characters that are read without a worker", async () => {
    const zip = zipOf(filesOf(5, "a".repeat(4_900_000)));
    await expect(read(zip)).rejects.toThrow("The zip takes too long to read");
  });

  it("ends when its files need too large a configuration", async () => {
    const zip = zipOf({ "_config.yml": "# comment\n".repeat(6500), ...filesOf(6500, "# a") });
    await expect(read(zip, new NotedWorker())).rejects.toThrow("The zip takes too long to read");
  });

  it.each([
    ["is too long", "# comment\n".repeat(7000), undefined, "longer than 65536 characters"],
    ["exceeds the deadline", "title: a", new NotedWorker(true), "it takes too long to read"],
    ["is too long to be read without a worker", "# comment\n".repeat(3300), undefined, "takes too long"],
  ])("is read without a configuration that %s", async (_name, config, worker, reason) => {
    const lines = await read(zipOf({ "_config.yml": config, "a.md": "# a" }), worker);
    expect(lines[0]).toContain(`Cannot read the site's configuration: it`);
    expect(lines[0]).toContain(reason);
    expect(lines).toHaveLength(2);
  });
});
