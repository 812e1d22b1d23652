import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build, type BuildOptions } from "esbuild";
import { beforeEach, describe, expect, it } from "vitest";
import { scratchDirectory } from "../servers/release_after_use.ts";

const run = promisify(execFile);

/** A host's program. It prints the status of a list request, or the reason why the store cannot be opened. */
const program = `
import { createPublicApi } from "postern";
import { lmdbDriver } from "postern/storage-drivers/lmdb";

async function main() {
  const api = createPublicApi({ storage: lmdbDriver({ path: process.argv[2] }) });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  await api.posts.create("acme", { name: "Hello", html: "<p>Hello</p>" });
  const response = await api.fetch(new Request("http://localhost/api/public/v1/post/acme"));
  console.log(response.status, (await response.json()).posts[0].slug);
  process.exit();
}
main().catch((error) => {
  console.log(error.name + ": " + error.message + "\\ncause: " + error.cause);
  process.exit();
});
`;

describe("a program bundled with the LMDB driver", () => {
  let directory = "";
  let bundled = "";
  beforeEach(() => {
    directory = scratchDirectory();
    bundled = join(directory, "app/server.mjs");
  });

  const bundle = async (options: BuildOptions): Promise<void> => {
    await build({
      stdin: { contents: program, resolveDir: resolve("."), sourcefile: "server.js" },
      bundle: true,
      platform: "node",
      logLevel: "error",
      outfile: bundled,
      alias: {
        postern: resolve("bundle/index.js"),
        "postern/storage-drivers/lmdb": resolve("bundle/storage-drivers/lmdb.js"),
      },
      ...options,
    });
  };
  const printed = async (cwd = join(directory, "app")): Promise<string> => {
    const arguments_ = [bundled, join(directory, "data")];
    const { stdout } = await run(process.execPath, arguments_, { cwd, timeout: 280_000 });
    return stdout.trim();
  };

  it.each([
    ["ES modules", { format: "esm" }],
    ["a minified ES module", { format: "esm", minify: true }],
    ["CommonJS", { format: "cjs" }],
    [
      "a path of another machine",
      { format: "cjs", define: { "import.meta.url": '"file:///build/lmdb.js"' } },
    ],
  ] as [string, BuildOptions][])(
    "loads the package from where it is installed: %s",
    async (_name, options) => {
      bundled = join(directory, `app/server.${options.format === "cjs" ? "cjs" : "mjs"}`);
      await bundle(options);
      symlinkSync(resolve("node_modules"), join(directory, "node_modules"));
      expect(await printed()).toBe("200 hello");
    },
  );

  it.each([
    ["is not there", async () => undefined, "is not in the bundle, and not installed where the bundle runs"],
    ["lacks a dependency", installWithoutDependency, "is installed, but failed to load: Cannot find module"],
    ["was bundled", installBundledLmdb, "was bundled, and does not work in a bundle"],
  ])("names the cause if the package %s, before it opens the store", async (_name, install, explanation) => {
    await bundle({ format: "esm" });
    await install(join(directory, "node_modules/lmdb"));
    const [error = "", cause] = (await printed()).split("\n");
    expect(error).toContain(`OptionalPackageError: Cannot open the storage: the package lmdb ${explanation}`);
    expect(cause).toMatch(/^cause: \w*Error: /);
    expect(existsSync(join(directory, "data"))).toBe(false);
  });
});

/** Installs the package without the packages that it needs. */
async function installWithoutDependency(folder: string): Promise<void> {
  cpSync(realpathSync("node_modules/lmdb"), folder, { recursive: true });
}

/** Installs the package as one file with renamed variables, as bundlers write it. */
async function installBundledLmdb(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const native = pathToFileURL(resolve("node_modules/lmdb/native.js")).href;
  await build({
    stdin: { contents: 'export * from "lmdb";', resolveDir: resolve(".") },
    bundle: true,
    platform: "node",
    format: "cjs",
    logLevel: "error",
    define: { "import.meta.url": JSON.stringify(native) },
    outfile: join(folder, "index.cjs"),
  });
  writeFileSync(join(folder, "package.json"), '{ "name": "lmdb", "main": "index.cjs" }');
}
