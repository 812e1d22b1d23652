import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { createPublicApi } from "../../lib/mod.ts";
import { lmdbDriver } from "../../storage-drivers/lmdb.ts";
import { scratchDirectory } from "../servers/release_after_use.ts";
import { closedAfterUse } from "./_open_driver.ts";

/** A host's module. It contains a copy of Postern, as the chunks of a development server do. */
const host = `
import { createPublicApi } from "./lib/mod.ts";
import { lmdbDriver } from "./storage-drivers/lmdb.ts";

export const api = createPublicApi({ storage: lmdbDriver({ path: process.argv[2] }) });
await api.organizations.put({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
api.events.start();
`;

/** Imports the host's module repeatedly. Each copy writes, and so does the copy before it. */
const program = `
import { readdirSync, readlinkSync } from "node:fs";

// A child process can inherit open files of other stores from the process of the tests.
const openFiles = () =>
  readdirSync("/proc/self/fd").filter((name) => {
    try {
      return readlinkSync("/proc/self/fd/" + name).startsWith(process.argv[2]);
    } catch {
      return false;
    }
  }).length;

// The stores that all copies of Postern know in this process. The package lmdb hides a second opening.
const stores = globalThis[Symbol.for("postern.open stores")] ??= new Map();
const apis = [];
const counts = [];
for (let reload = 0; reload < 50; reload++) {
  const { api } = await import("./host.mjs?reload=" + reload);
  apis.push(api);
  const put = (writer, name) => writer.posts.put("acme", { name, html: "<p>Hello</p>" });
  await Promise.all(apis.slice(-2).map((writer, index) => put(writer, "Post " + reload + " " + index)));
  counts.push(openFiles() + " files of " + stores.size + " stores");
}
const first = apis.shift();
for (const api of apis) await Promise.all([api[Symbol.asyncDispose](), api[Symbol.asyncDispose]()]);
await first.posts.put("acme", { name: "After the others", html: "<p>Hello</p>" });
await first[Symbol.asyncDispose]();
console.log(JSON.stringify({ counts, left: [openFiles(), stores.size] }));
`;

it.runIf(process.platform === "linux")(
  "keeps one store open while a host is loaded 50 times, and loses no write",
  async () => {
    const folder = scratchDirectory();
    const path = join(folder, "data");
    await build({
      stdin: { contents: host, resolveDir: resolve("."), sourcefile: "host.ts" },
      bundle: true,
      platform: "node",
      format: "esm",
      logLevel: "error",
      outfile: join(folder, "host.mjs"),
    });
    writeFileSync(join(folder, "program.mjs"), program);
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, "program.mjs"), path], {
      timeout: 280_000,
    });
    const { counts, left } = JSON.parse(stdout) as { counts: string[]; left: number[] };
    expect(counts[0]).toMatch(/^[1-9]\d* files of 1 stores$/);
    expect(new Set(counts).size).toBe(1);
    expect(left).toEqual([0, 0]);

    const api = createPublicApi({ storage: closedAfterUse(lmdbDriver({ path })) });
    const slugs: string[] = [];
    for await (const { slug } of api.posts.iterate("acme")) slugs.push(slug);
    expect(slugs).toHaveLength(100);
  },
);
