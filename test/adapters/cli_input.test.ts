import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { createAcme, type Ran, run, workInScratchDirectory, writeFiles } from "./run_command.ts";
import { runPostern } from "./start_process.ts";

const source = join(process.cwd(), "adapters/cli");
workInScratchDirectory();
beforeAll(createAcme);

/** The bytes of a text in an encoding. */
interface Form {
  name: string;
  encode: (text: string) => Buffer;
}

const readable: readonly Form[] = [
  { name: "UTF-8", encode: (text) => Buffer.from(text) },
  { name: "UTF-8 with a mark", encode: (text) => Buffer.from(`\ufeff${text}`) },
  { name: "UTF-16 LE", encode: (text) => Buffer.from(`\ufeff${text}`, "utf16le") },
  { name: "UTF-16 BE", encode: (text) => Buffer.from(`\ufeff${text}`, "utf16le").swap16() },
];

const refused: readonly (Form & { refusal: RegExp })[] = [
  {
    name: "Latin-1",
    encode: (text) => Buffer.from(text, "latin1"),
    refusal: /is not UTF-8: line \d+ has the byte 0xE9/,
  },
  {
    name: "UTF-16 without a mark",
    encode: (text) => Buffer.from(text, "utf16le"),
    refusal: /has NUL bytes/,
  },
  { name: "UTF-32", encode: (text) => utf32(`\ufeff${text}`), refusal: /its encoding utf-32le is not read/ },
  {
    name: "a text with a NUL",
    encode: (text) => Buffer.from(`${text.slice(0, -1)}\0${text.slice(-1)}`),
    refusal: /NUL byte/,
  },
];

function utf32(text: string): Buffer {
  return Buffer.concat(
    Array.from(text, (character) => {
      const four = Buffer.alloc(4);
      four.writeUInt32LE(character.codePointAt(0) ?? 0);
      return four;
    }),
  );
}

/** A way into the command line. `proof` matches the output if the text was read as it is. */
interface Way {
  name: string;
  file: string;
  text: string;
  /** Is given the path of the file. */
  read: (file: string) => Promise<Ran>;
  proof: RegExp;
}

const item = `<item><title>éß {n}</title><link>https://old.example/feed-{n}</link><description>a</description></item>`;

/** Every kind of file that a user names. A new kind is a row. */
const ways: readonly Way[] = [
  {
    name: "a text of the knowledge base",
    file: "text.txt",
    text: "Open {n} éß",
    read: async (file) => {
      const added = await run(`kb add --file ${file}`);
      return added.code === 0 ? run("kb export") : added;
    },
    proof: /Open {n} éß/,
  },
  {
    name: "questions of HTML",
    file: "page.html",
    text: "<h2>Why éß?</h2><p>So.</p>",
    read: async (file) => run(`faq extract ${file}`),
    proof: /^Why éß\?/,
  },
  {
    name: "questions of Markdown",
    file: "page.md",
    text: "## Why éß?\n\nSo.",
    read: async (file) => run(`faq explain ${file}`),
    proof: /Why éß\?/,
  },
  {
    name: "a configuration",
    file: "settings.json",
    text: '{"storage":"lmdb:/proc/éß"}',
    read: async (file) => {
      const { error, ...ran } = await run(`org list --config ${file}`);
      // No store can be created there.
      return error.includes("/proc/éß") ? { code: 0, out: error, error: "" } : { ...ran, error };
    },
    proof: /\/proc\/éß/,
  },
  {
    name: "a map of authors",
    file: "authors.json",
    text: '{"kim":"Kim éß"}',
    read: async (file) => {
      writeFileSync("kim.md", "---\ntitle: By Kim\nauthor: kim\n---\nHi");
      const ran = await run(`post import kim.md --author-map ${file}`);
      return ran.code === 0 ? run("post show kim --json") : ran;
    },
    proof: /Kim éß/,
  },
  {
    name: "a post in Markdown",
    file: "markdown-{n}.md",
    text: "# Post éß {n}\n\nHi",
    read: imported,
    proof: /Post éß {n}/,
  },
  {
    name: "a post in HTML",
    file: "html-{n}.html",
    text: "<title>Page éß {n}</title><p>Hi",
    read: imported,
    proof: /Page éß {n}/,
  },
  {
    name: "a feed",
    file: "feed-{n}.xml",
    text: `<rss version="2.0"><channel><title>F</title>${item}</channel></rss>`,
    read: imported,
    proof: /éß {n}/,
  },
  {
    name: "an export of Ghost",
    file: "ghost-{n}.json",
    text: '{"db":[{"data":{"posts":[{"id":"{n}","title":"Ghost éß {n}","slug":"ghost-{n}","html":"<p>a</p>","status":"published","published_at":"2020-01-01T00:00:00.000Z"}]}}]}',
    read: imported,
    proof: /Ghost éß {n}/,
  },
];

async function imported(file: string): Promise<Ran> {
  const ran = await run(`post import ${file}`);
  return ran.code === 0 ? run("post list") : { ...ran, error: ran.out + ran.error };
}

async function readForm({ file, text, read }: Way, form: number, encode: Form["encode"]): Promise<Ran> {
  const named = file.replace("{n}", String(form));
  writeFileSync(named, encode(text.replaceAll("{n}", String(form))));
  return read(named);
}

describe.each(ways)("$name", (way) => {
  it.each(readable.map((form, index) => ({ ...form, index })))(
    "is read as it is: $name",
    async ({ encode, index }) => {
      const { code, out, error } = await readForm(way, index, encode);
      expect([code, error]).toEqual([0, ""]);
      expect(out).toMatch(new RegExp(way.proof.source.replaceAll("{n}", String(index))));
      expect(out).not.toContain("\ufffd");
    },
  );

  it.each(refused.map((form, index) => ({ ...form, index: readable.length + index })))(
    "is refused in words: $name",
    async ({ encode, refusal, index }) => {
      const { code, error } = await readForm(way, index, encode);
      expect(code).not.toBe(0);
      expect(error).toMatch(refusal);
      expect(error).toContain(way.file.replace("{n}", String(index)));
    },
  );
});

describe("the encoding that a file declares", () => {
  it.each([
    [
      "declared.xml",
      `<?xml version="1.0" encoding="ISO-8859-1"?><rss version="2.0"><channel>${item}</channel></rss>`,
    ],
    ["declared.html", "<meta charset=windows-1252><title>éß</title><p>Hi"],
  ])("counts in an import: %s", async (file, text) => {
    writeFileSync(file, Buffer.from(text, "latin1"));
    expect(await imported(file)).toMatchObject({ code: 0, out: expect.stringContaining("éß") as string });
  });

  it("counts for questions", async () => {
    const text =
      '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1"><h2>Why éß?</h2><p>So.';
    writeFileSync("declared_questions.html", Buffer.from(text, "latin1"));
    expect((await run("faq extract declared_questions.html")).out).toBe("Why éß?\n  So.\n");
  });
});

it("skips a post of a folder that is no text, and imports the others", async () => {
  writeFiles({ "mixed/good.md": "# Good\n\nHi", "mixed/bad.md": "" });
  writeFileSync("mixed/bad.md", Buffer.from("# Bad é\n", "latin1"));
  const { code, out } = await run("post import mixed");
  expect(code).not.toBe(0);
  expect(out).toMatch(/imported 1, updated 0, unchanged 0, skipped 1/);
  expect(out).toMatch(/lost encoding: 1, such as mixed\/bad\.md:1: it is not UTF-8/);
});

it("skips a post of Substack that is no text, and imports the others", async () => {
  const list =
    "post_id,post_date,is_published,title\n1.good,2020-01-01,true,Good\n2.bad,2020-01-01,true,Bad\n";
  writeFiles({
    "substack/posts.csv": list,
    "substack/posts/1.good.html": "<p>Hi</p>",
    "substack/posts/2.bad.html": "",
  });
  writeFileSync("substack/posts/2.bad.html", Buffer.from("<p>é</p>", "latin1"));
  const { out, error } = await run("post import substack");
  expect(out + error).toMatch(/imported 1, updated 0, unchanged 0, skipped 1/);
  expect(out + error).toMatch(/posts\/2\.bad\.html:1: it is not UTF-8/);
});

it("reads the standard input as files", () => {
  const given = (line: string, input: Uint8Array): Ran => runPostern(line, { cwd: process.cwd(), input });
  const html = "<h2>Why éß?</h2><p>So.</p>";
  expect(given("faq extract -", Buffer.from(`\ufeff${html}`, "utf16le")).out).toBe("Why éß?\n  So.\n");
  expect(given("kb add -", Buffer.from("é", "latin1")).error).toMatch(
    /^postern: Cannot read the standard input: it is not UTF-8: line 1 has the byte 0xE9/,
  );
});

it("imports an export that PowerShell wrote in UTF-16", async () => {
  const { out } = await run("export");
  writeFileSync("export.ndjson", Buffer.from(`\ufeff${out}`, "utf16le"));
  expect(await run("import export.ndjson")).toMatchObject({ code: 0, error: "" });
});

it("has one reader: no other file of the command line decodes", () => {
  /** Files that read texts of this package, of npm or of Docutils, or that write HTML. */
  const ownTexts = [
    "create/run_program.ts",
    "create/write_app.ts",
    "post_import/import_report/report_page.ts",
    "post_import/restructured_text/run_docutils.ts",
    "commands/seed_demo.ts",
  ];
  const decoding = readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .filter((name) => /new TextDecoder|"utf-?8"|consumers"/.test(readFileSync(join(source, name), "utf8")));
  expect(decoding.toSorted()).toEqual([...ownTexts, "frame/input/read_input.ts"].toSorted());
});
