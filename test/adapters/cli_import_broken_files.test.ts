import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createAcme, json, run, workInScratchDirectory, writeFiles } from "./run_command.ts";

workInScratchDirectory();
beforeAll(createAcme);

const isRoot = process.getuid?.() === 0;

interface BrokenFile {
  name: string;
  /** Puts the file into a folder. */
  create: (folder: string) => void;
  /** The line about it. Default: it is a post. */
  line?: string;
  isSkipped?: boolean;
}

const withText = (name: string, text: string | Uint8Array): BrokenFile["create"] => {
  return (folder) => writeFileSync(join(folder, name), text);
};

function createDeepFolder(folder: string): void {
  const before = process.cwd();
  process.chdir(folder);
  for (let depth = 0; depth < 20; depth++) {
    mkdirSync("d".repeat(250));
    process.chdir("d".repeat(250));
  }
  writeFileSync("deep.md", "# Deep");
  process.chdir(before);
}

const files: readonly BrokenFile[] = [
  { name: "a name without letters", create: withText("-.md", "x"), line: "-.md:1: name" },
  { name: "a name with only an underscore", create: withText("_.md", "x"), line: "_.md:1: name" },
  { name: "an emoji as the name", create: withText("🙂.md", "x"), line: "🙂.md:1: slug is required" },
  { name: "an empty file", create: withText("empty.md", "") },
  { name: "an empty HTML file", create: withText("empty.html", ""), line: "neither an h1 nor a title" },
  { name: "control characters in the name", create: withText("a\u0007b\nc.md", "x") },
  { name: "a long name", create: withText(`${"n".repeat(240)}.md`, "x") },
  { name: "a name with a percent sign", create: withText("%zz%.md", "x") },
  {
    name: "a name that is not UTF-8",
    create: (folder) =>
      writeFileSync(
        Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9]), Buffer.from(".md")]),
        "x",
      ),
    line: "its name is not UTF-8, so it cannot be opened",
  },
  { name: "a folder called x.md", create: (folder) => mkdirSync(join(folder, "x.md")) },
  { name: "a folder called posts.csv", create: (folder) => mkdirSync(join(folder, "posts.csv")) },
  { name: "a folder called page.html", create: (folder) => mkdirSync(join(folder, "page.html")) },
  { name: "a folder called hugo.toml", create: (folder) => mkdirSync(join(folder, "hugo.toml")) },
  {
    name: "a pipe",
    create: (folder) => execFileSync("mkfifo", [join(folder, "pipe.md")]),
    line: "pipe.md: it is no regular file",
  },
  { name: "a path of 5,000 characters", create: createDeepFolder, line: "the path is too long" },
  {
    name: "a file without permission",
    create: (folder) => {
      withText("closed.md", "x")(folder);
      chmodSync(join(folder, "closed.md"), 0);
    },
    line: "closed.md: this process has no permission for it (EACCES)",
    isSkipped: isRoot,
  },
  {
    name: "a folder without permission",
    create: (folder) => mkdirSync(join(folder, "closed"), { mode: 0 }),
    line: "closed: this process has no permission for it (EACCES)",
    isSkipped: isRoot,
  },
  {
    name: "bytes that are no UTF-8",
    create: withText("latin.md", Buffer.from([0xe9])),
    line: "it is not UTF-8",
  },
  {
    name: "a picture called a.md",
    create: withText("a.md", Buffer.from([0x89, 0x50, 0])),
    line: "NUL bytes",
  },
  {
    name: "half a surrogate pair as the title",
    create: withText("half.md", String.raw`{"title": "a\ud800", "slug": "half"}`),
    line: "halves of surrogate pairs",
  },
  {
    name: "an address that is no URL",
    create: withText("url.md", "---\npermalink: http://[\n---\n[a](http://[)"),
  },
  {
    name: "deep front matter",
    create: withText("deep.md", `---\na: ${"[".repeat(50_000)}\n---\nx`),
    line: "deep.md",
  },
  {
    name: "a configuration that is no text",
    create: withText("_config.yml", Buffer.from([0xff])),
    line: "_config.yml",
  },
  { name: "a deep configuration", create: withText("mkdocs.yml", `a: ${"[".repeat(60_000)}`) },
];

describe("postern post import of a folder with a broken file", () => {
  it.each(files.map((file, index) => ({ ...file, folder: `broken-${index}` })))(
    "reads the others: $name",
    async ({ create, line, folder, isSkipped = false }) => {
      if (isSkipped) return;
      // Node cannot remove long paths.
      onTestFinished(() => void execFileSync("rm", ["-rf", folder]));
      writeFiles({ [`${folder}/good.md`]: "# Good", [`${folder}/zz/good.md`]: "# Last" });
      create(folder);
      const ran = await run(`post import ${folder} --dry-run`);
      expect(ran.out).toMatch(/^would have imported [23], /);
      expect([0, 3]).toContain(ran.code);
      expect(ran.error).toContain(line ?? "");
    },
  );

  it("reads the other paths, and names a broken export", async () => {
    writeFiles({ "several/a.md": "# A", "several/cut.xml": "<rss version='2.0'><channel><item>" });
    const ran = await run("post import several/cut.xml several/a.md none.md --dry-run");
    expect(ran).toMatchObject({ code: 1, out: "" });
    const others = await run("post import several/cut.xml several/a.md");
    expect(others.out).toMatch(/^imported 1, updated 0, unchanged 0, skipped 1\n/);
    expect(others).toMatchObject({
      code: 3,
      error: expect.stringContaining("skipped several/cut.xml") as string,
    });
    expect(await json("post show a")).toMatchObject({ name: "A" });
  });

  it("reads the other posts of a Substack export", async () => {
    writeFiles({
      "stack/posts.csv":
        "post_id,title,is_published,post_date\n1.a,A,true,2026-01-01\n2.b,B,true,2026-01-01\n",
      "stack/posts/1.a.html": Buffer.from([0x3c, 0x70, 0x3e, 0xe9]),
      "stack/posts/2.b.html": "<p>B</p>",
    });
    const ran = await run("post import stack --dry-run");
    expect(ran.out).toMatch(/^would have imported 1, updated 0, unchanged 0, skipped 1\n/);
    expect(ran.error).toContain("posts/1.a.html:1: it is not UTF-8");
  });
});
