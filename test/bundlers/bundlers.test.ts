import { execFile } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { programIsMissing } from "../program_is_missing.ts";
import { installPackage } from "../published/install_package.ts";
import { installPrograms, programs } from "../runtimes/programs.ts";
import { scratchDirectory } from "../servers/release_after_use.ts";

const run = promisify(execFile);
const directory = resolve("test/bundlers");
const { dependencies } = JSON.parse(readFileSync(join(directory, "package.json"), "utf8")) as {
  dependencies: Record<string, string>;
};
const { devDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
  devDependencies: Record<string, string>;
};

const bundlers = ["webpack", "rspack", "esbuild", "rollup", "rolldown", "vite", "parcel", "bun"];

const isMissing =
  programIsMissing({ command: join(directory, "node_modules"), install: "npm ci --prefix test/bundlers" }) ||
  programIsMissing({ command: join(programs, "node_modules/.bin/bun"), install: installPrograms });

/** The optional packages that the program loads or bundles, in the versions of this repository. */
const optional = ["lmdb", "pg", "ioredis", "sharp"].map((name) => `${name}@${devDependencies[name] ?? ""}`);

const unreachable = "StoreUnavailableError";
const served = { memory: 200, "memory:": 200 };
const bundled = { postgres: unreachable, redis: unreachable };

describe.skipIf(isMissing)("a server", () => {
  let folder = "";
  beforeAll(async () => {
    folder = scratchDirectory();
    await installPackage(folder, optional);
    // Parcel reads the entries of packages only with this setting.
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as object;
    const parcel = { "@parcel/resolver-default": { packageExports: true } };
    writeFileSync(join(folder, "package.json"), JSON.stringify({ ...manifest, ...parcel }));
    copyFileSync(join(directory, "server.js"), join(folder, "server.mjs"));
  });

  /** Runs a bundle in a new directory, and returns its results. */
  const results = async (file: string): Promise<unknown> => {
    const cwd = mkdtempSync(join(dirname(file), "run-"));
    const { stdout } = await run(process.execPath, ["--no-warnings", file], { cwd, timeout: 280_000 });
    return JSON.parse(stdout);
  };

  it("serves without a bundler", async () => {
    const expected = { ...served, ...bundled, lmdb: 200, "lmdb:": 200, sharp: true };
    const file = join(folder, "server.mjs");
    expect(await results(file)).toEqual({ ...expected, "postgres:": unreachable, "redis:": unreachable });
  });

  describe.each(bundlers)("built by %s", (bundler) => {
    it.each([
      ["esm", "mjs"],
      ["cjs", "cjs"],
    ])(
      "as %s, loads optional packages from where it runs, and names those that are missing",
      async (format, extension) => {
        const file = join(folder, `${bundler}-${format}`, `server.${extension}`);
        const build = [join(directory, "build.mjs"), bundler, format, join(folder, "server.mjs"), file];
        await run(process.execPath, build, { cwd: folder, timeout: 280_000 });
        expect(existsSync(file)).toBe(true);

        const found = {
          lmdb: 200,
          "lmdb:": 200,
          sharp: true,
          "postgres:": unreachable,
          "redis:": unreachable,
        };
        expect(await results(file)).toEqual({ ...served, ...bundled, ...found });

        // Some bundlers write the path of the source into the bundle, so the packages leave that path too.
        const packages = join(folder, "node_modules");
        renameSync(packages, `${packages}.away`);
        try {
          const behind = ["lmdb", "lmdb:", "postgres:", "redis:"].map((name) => [name, "left-behind"]);
          const missing = { ...Object.fromEntries(behind), sharp: false };
          expect(await results(file)).toEqual({ ...served, ...bundled, ...missing });
        } finally {
          renameSync(`${packages}.away`, packages);
        }
      },
    );
  });
});

it("has a row for each bundler that is installed", () => {
  const installed = Object.keys(dependencies).filter((name) => !name.includes("plugin"));
  expect(installed.filter((name) => !bundlers.some((bundler) => name.includes(bundler)))).toEqual([]);
});
