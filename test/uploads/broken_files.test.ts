import { strToU8 } from "fflate";
import { describe, expect, it } from "vitest";
import { ghostExport, linesOf, wordpressExport, zipOf } from "./_upload.ts";

type Change = (view: DataView, entry: { header: number; directory: number; length: number }) => void;

/** Returns a zip whose file `bad.md` or `bad.xml` is changed in its header or the directory. */
async function brokenZip(
  files: Record<string, string | Uint8Array>,
  name: string,
  change: Change,
): Promise<Blob> {
  const bytes = new Uint8Array(await zipOf(files).arrayBuffer());
  const view = new DataView(bytes.buffer);
  const text = String.fromCharCode(...bytes);
  const [header, directory] = [text.indexOf(name) - 30, text.lastIndexOf(name) - 46];
  change(view, { header, directory, length: name.length });
  return new Blob([bytes]);
}

const files = { "a.md": "# A", "bad.md": `# Bad\n\n${"words ".repeat(500)}`, "c.md": "# C" };

const changes: readonly (readonly [name: string, reason: string, change: Change])[] = [
  [
    "a method that nobody knows",
    "it has the compression method 99",
    (view, { directory }) => view.setUint16(directory + 10, 99, true),
  ],
  [
    "bytes that are no Deflate",
    "it is damaged or incomplete",
    (view, { header, length }) => view.setUint32(header + 30 + length, 0xffffffff),
  ],
  [
    "another size",
    "it is damaged or incomplete",
    (view, { directory }) => view.setUint32(directory + 24, 7, true),
  ],
  [
    "a place out of the zip",
    "it is damaged or incomplete",
    (view, { directory }) => view.setUint32(directory + 42, 0xffffff, true),
  ],
  [
    "a password",
    "it is encrypted with a password",
    (view, { directory }) => view.setUint16(directory + 8, 1, true),
  ],
  [
    "a name that is not UTF-8",
    "its path is not UTF-8",
    (view, { directory }) => view.setUint8(directory + 46, 0xe9),
  ],
];

describe("a broken file in a zip", () => {
  it.each(changes)("is named, and the others are read: %s", async (_name, reason, change) => {
    const lines = await linesOf(await brokenZip(files, "bad.md", change));
    expect(lines.filter((line) => line.startsWith("post"))).toEqual(["post A", "post C"]);
    expect(lines.filter((line) => line.startsWith("skipped"))).toEqual([
      expect.stringContaining(reason) as string,
    ]);
  });

  it.each([
    ["no slug", "-.md", "x"],
    ["a path of 60,000 characters", `${"d/".repeat(30_000)}x.md`, "# X"],
    ["a configuration that is no text", "_config.yml", Uint8Array.of(0xff)],
    ["a deep configuration", "mkdocs.yml", `a: ${"[".repeat(60_000)}`],
    ["a list page that is no text", "_index.md", Uint8Array.of(0xff)],
    ["deep front matter", "b.md", `---\na: ${"[".repeat(50_000)}\n---\n`],
  ])("keeps no other from being read: %s", async (_name, path, content) => {
    const lines = await linesOf(zipOf({ "a.md": "# A", [path]: content, "z.md": "# Z" }));
    expect(lines).toEqual(expect.arrayContaining(["post A", "post Z"]));
  });

  it("is named if it is a part of a Substack or WordPress export", async () => {
    const list = "post_id,title,is_published\n1.a,A,true\n2.b,B,true\n";
    const substack = {
      "posts.csv": list,
      "posts/1.a.html": strToU8("<p>caf\u00e9", true),
      "posts/2.b.html": "<p>B</p>",
    };
    expect(await linesOf(zipOf(substack))).toEqual([
      expect.stringContaining("skipped posts/1.a.html: it is not UTF-8") as string,
      "post B",
    ]);
    const parts = {
      "1.xml": `${wordpressExport(["One"]).slice(0, -30)}<oops`,
      "2.xml": wordpressExport(["Two"]),
    };
    expect(await linesOf(zipOf(parts))).toEqual([
      expect.stringContaining("skipped 1.xml") as string,
      "post Two",
    ]);
  });
});

describe("files of a zip that are no posts", () => {
  it("are counted by ending, and formats of texts are losses", async () => {
    const others = { "p/b.njk": "", "p/c.njk": "", "d.txt": "", LICENSE: "", "e.rst": "E", "f.RST": "F" };
    expect(await linesOf(zipOf({ "a.md": "# A", ...others }))).toEqual([
      "post A",
      "skipped e.rst: files in the format .rst are not read",
      "note site: files that are not read as posts: .njk (2), without ending (1), .txt (1)",
    ]);
  });

  it("are about the repository if pages are in subfolders, unless they have front matter", async () => {
    const repository = {
      "README.md": "# Read",
      "CONTRIBUTING.md": "---\ntitle: Help\n---\n",
      "CODE_OF_CONDUCT.md": "x",
    };
    const lines = await linesOf(zipOf({ ...repository, "docs/README.md": "# Docs" }));
    expect(lines.filter((line) => line.startsWith("post"))).toEqual(["post Help", "post Docs"]);
    expect(lines).toContain("skipped README.md: it is about the repository, and no page of the site");
    const flat = await linesOf(zipOf(repository));
    expect(flat.filter((line) => line.startsWith("post"))).toHaveLength(3);
  });

  it("leave their media at the old address, which is counted", async () => {
    const old = "![a](https://acme.example/img/a.png)";
    const text = `${old} ${old} [b](b.pdf) ![c](https://other.example/c.png) [d](/d/)`;
    expect(await linesOf(zipOf({ "a.md": `# A\n\n${text}` }))).toContain(
      "note a.md: images and files stay at the address of the old site, such as https://acme.example/img/a.png",
    );
    expect(await linesOf(new Blob([ghostExport(["One"])]), "ghost.json")).toEqual(["post One"]);
  });
});
