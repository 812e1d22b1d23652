import { beforeAll, describe, expect, it } from "vitest";
import { importFormats } from "../../adapters/cli/post_import/file_format.ts";
import { sources } from "../import/_sources.ts";
import { openFile, zipOf } from "../uploads/_upload.ts";
import { createAcme, run, workInScratchDirectory, writeFiles } from "./run_command.ts";

workInScratchDirectory();
beforeAll(createAcme);

/** Returns the titles of the posts that an upload has. */
async function titlesOf(file: Blob, name: string): Promise<string[]> {
  const titles: string[] = [];
  for await (const item of (await openFile(file, name)).items())
    if (item.kind === "post") titles.push(item.input.name);
  return titles;
}

async function bytesOf(zip: Blob): Promise<Uint8Array> {
  return new Uint8Array(await zip.arrayBuffer());
}

describe.each(importFormats)("the source %s", (format) => {
  const { files, file, upload, uploaded = ["One", "Two"] } = sources[format];

  it("is read by the CLI from its files and from a zip of them, and is the same source", async () => {
    const inFolder = Object.entries(files).map(([path, text]) => [`${format}/${path}`, text] as const);
    writeFiles(Object.fromEntries(inFolder));
    writeFiles({ [`${format}.zip`]: await bytesOf(zipOf(Object.fromEntries(inFolder))) });
    await run(`org create ${format} --name A --site-url https://acme.example`);
    const options = `--org ${format} --source ${format}`;
    const plain = await run(`post import ${file === undefined ? format : `${format}/${file}`} ${options}`);
    expect(plain.out + plain.error).toContain("imported 2, updated 0, unchanged 0");
    const zipped = await run(`post import ${format}.zip ${options}`);
    expect(zipped.out + zipped.error).toContain("imported 0, updated 0, unchanged 2");
    const named = await run(`post import ${format}.zip --format ${format} ${options}`);
    expect(named.out + named.error).toContain("imported 0, updated 0, unchanged 2");
  });

  it("is read by the dashboard from a zip, and from a single file", async () => {
    const zip = zipOf(files);
    expect((await openFile(zip, "export.zip")).kind).toBe(
      format === "markdown" || format === "html" ? "zip" : format,
    );
    expect((await titlesOf(zip, "export.zip")).toSorted()).toEqual(["One", "Two"]);
    if (upload === undefined) return;
    const single = new Blob([files[upload] ?? ""]);
    const name = upload.split("/").at(-1) ?? "";
    expect((await openFile(single, name)).kind).toBe(format);
    expect(await titlesOf(single, name)).toEqual(uploaded);
  });
});

describe("a zip that the CLI cannot read", () => {
  it("is named with the reason", async () => {
    writeFiles({ "pictures.zip": await bytesOf(zipOf({ "a.png": "x" })) });
    const ran = await run("post import --org acme pictures.zip");
    expect(ran).toMatchObject({ code: 1 });
    expect(ran.error).toContain(
      "Cannot import pictures.zip: The zip cannot be imported, because it has no file of a post",
    );
  });

  it("is refused if it has no export of the named format", async () => {
    writeFiles({ "pages.zip": await bytesOf(zipOf({ "a.md": "# A", "b.html": "<title>B</title>x" })) });
    for (const format of ["wordpress", "substack"]) {
      const ran = await run(`post import --org acme pages.zip --format ${format}`);
      expect(ran.error).toContain(`The zip has no file in the format ${format}`);
    }
    const html = await run("post import --org acme pages.zip --format html --dry-run --json");
    expect(JSON.parse(html.out)).toMatchObject({ imported: 1 });
    const media = await run("post import --org acme pages.zip --media report");
    expect(media.error).toContain("Cannot find media in pages.zip: unpack the zip");
    const dialect = await run("post import --org acme pages.zip --dialect hugo");
    expect(dialect.error).toContain("--dialect is for folders");
  });

  it("names its files in notes, and obeys the flags for slugs", async () => {
    writeFiles({ "noted.zip": await bytesOf(zipOf({ "a/b.md": "# Title\n\n[x](gone.md)", "c.md": "# C" })) });
    const ran = await run("post import --org acme noted.zip --slug-from title --report noted.json --dry-run");
    expect(ran.out + ran.error).toContain('noted.zip/a/b.md:3: the link to "gone.md" has no target');
    const titled = await run("post import --org acme noted.zip --slug-from path --dry-run --json");
    expect(titled.out).toContain("imported");
  });
});
