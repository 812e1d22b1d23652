import { existsSync, rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { mediaStore } from "../../lib/media/mod.ts";
import { createPublicApi } from "../../lib/mod.ts";
import { filesMedia } from "../../media-stores/files.ts";
import { fsDriver } from "../../storage-drivers/fs.ts";
import { picture } from "../media/_media_world.ts";
import { run, workInScratchDirectory } from "./run_command.ts";

workInScratchDirectory();

/** Creates a store with an organization and files, at the places that the commands use. */
async function createStore(path: string, files: readonly string[]): Promise<void> {
  const storage = fsDriver({ path, durability: "process-crash" });
  const media = mediaStore(filesMedia({ path: `${path}-media` }));
  const api = createPublicApi({ storage, media });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  for (const name of files) await api.media?.upload("acme", picture(name), { name });
  await api.events.settle();
  await storage.dispose?.();
}

/** The findings of `postern doctor --deep` about files and records. */
async function doctor(path: string, ...flags: readonly string[]): Promise<string[]> {
  const { out } = await run(`doctor --deep --json --port 0 --storage fs:${path}`, ...flags);
  const findings = JSON.parse(out) as { check: string; status: string; detail: string }[];
  const shown = findings.filter(({ check }) => ["record", "records", "media"].includes(check));
  return shown.map(({ check, status, detail }) => `${status} ${check} ${detail.replace(/ \(.*$/, "")}`);
}

const whole = ["ok records every record is complete and linked", "ok media every file has its bytes"];

describe("postern media copy", () => {
  it("completes an export of the records, which an import restores elsewhere", async () => {
    await createStore("data", ["one.png", "two.png"]);
    await run("export --storage fs:data --out all.ndjson");
    const copied = await run("media copy fs:data-media fs:copy-media");
    expect(copied).toMatchObject({ code: 0, error: "" });
    expect(copied.out).toMatch(
      /^Copied 2 files of \d+ bytes; 0 were already there\. These are the bytes: "postern backup"/,
    );
    expect((await run("import all.ndjson --storage fs:copy")).out).toContain("file 2");
    expect(await doctor("copy")).toEqual(whole);
    expect(JSON.parse((await run("media copy fs:data-media fs:copy-media --json")).out)).toEqual({
      copied: 0,
      bytes: 0,
      unchanged: 2,
      isComplete: true,
    });
    expect((await run("media copy fs:data-media fs:none --org other")).out).toContain("Copied 0 files");
  });

  it.each([
    ["fs:data-media fs:./data-media", 2, "Name two different media stores"],
    ["fs:missing fs:target", 1, "Cannot copy the files: the directory of fs:missing does not exist"],
    ["ftp:x fs:target", 1, "Cannot open the files of FROM: "],
    ["fs:data-media s3:nothing", 1, "Cannot open the files of TO: "],
  ])("%s is refused", async (line, code, error) => {
    const ran = await run(`media copy ${line}`);
    expect(ran).toMatchObject({ code, out: "" });
    expect(ran.error).toContain(error);
    expect([existsSync("missing"), existsSync("target")]).toEqual([false, false]);
  });
});

describe("postern doctor --deep", () => {
  it("names files without bytes, and creates no directory", async () => {
    await createStore("lost", ["one.png"]);
    expect(await doctor("lost")).toEqual(whole);
    rmSync("lost-media", { recursive: true });
    expect(await doctor("lost")).toEqual([
      "ok records every record is complete and linked",
      expect.stringMatching(
        /^failed media the file [0-9a-f]{40} of acme has no bytes: the media store lacks acme\//,
      ),
      "failed media 1 problem of files",
    ]);
    expect(existsSync("lost-media")).toBe(false);
    expect(await doctor("lost", "--media-store", "off")).toEqual([whole[0]]);
  });

  it("counts bytes without a record", async () => {
    await createStore("more", ["one.png"]);
    await filesMedia({ path: "more-media" }).put("acme/aa.left", new Blob(["x"]));
    expect(await doctor("more")).toEqual([
      whole[0],
      "ok media 1 file has no record; the sweep removes the bytes",
      whole[1],
    ]);
  });
});

it("postern media sweep needs a media store", async () => {
  await createStore("off", []);
  const ran = await run("media sweep --storage fs:off --media-store off");
  expect(ran.code).toBe(1);
  expect(ran.error).toContain("There is no media store. Name one with --media-store");
});
