import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { startNode } from "../adapters/start_process.ts";
import { scratchDirectory } from "../servers/release_after_use.ts";
import { installPackage, type PackedFile } from "./install_package.ts";
import { sqliteIsMissing } from "../sqlite_is_missing.ts";

const run = promisify(execFile);

interface Manifest {
  exports: Record<string, unknown>;
  peerDependencies: Record<string, string>;
}

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
const entries = Object.keys(manifest.exports).filter((entry) => entry !== "./package.json");
const specifiers = entries.map((entry) => entry.replace(/^\./, "postern"));

/** Maximum size of the installed package in bytes. Half of it are the sources in source maps, which stack traces need. */
const budget = 13_100_000;

/** Maximum size in bytes that the class of an error adds to a program, minified. */
const errorBudget = 6000;

/** Maximum size in bytes that a mount in a framework adds to a program, minified. */
const mountBudget = 2560;

/** Returns true if a mapped line is a line of the repository, apart from comments within it. */
function isLine(mapped: string, line: string): boolean {
  return line.includes(mapped.trim()) || (line.includes("/*") && mapped.trim() !== "");
}

/** Prints what a module exports, one line for each specifier: what it is and what it is called. */
const listExports = `
const lines = [];
for (const specifier of JSON.parse(process.argv[2])) {
  const exported = await load(specifier);
  lines.push([specifier, ...Object.keys(exported).filter((name) => name !== "__esModule" && name !== "module.exports").sort()].join(" "));
}
console.log(lines.join("\\n"));
`;

/** The package as npm publishes it, installed in an empty folder outside the repository. */
const folder = scratchDirectory();
let files: PackedFile[];
beforeAll(async () => {
  files = await installPackage(folder);
}, 180_000);

describe("the published package", () => {
  const inFolder = { cwd: folder, timeout: 280_000 };
  const node = async (script: string, ...args: string[]): Promise<string> =>
    (await run(process.execPath, [join(folder, script), ...args], inFolder)).stdout;

  beforeAll(() => {
    writeFileSync(join(folder, "import.mjs"), `const load = (specifier) => import(specifier);${listExports}`);
    writeFileSync(
      join(folder, "require.cjs"),
      `const load = (specifier) => require(specifier);(async () => {${listExports}})();`,
    );
  });

  it("brings its dependencies, and no peer that was not asked for", async () => {
    const lock = JSON.parse(readFileSync(join(folder, "node_modules/.package-lock.json"), "utf8")) as {
      packages: Record<string, unknown>;
    };
    const names = Object.keys(lock.packages).map((path) => path.replace(/^node_modules\//, ""));
    // The library of the metrics depends on it, too.
    expect(names.filter((name) => name in manifest.peerDependencies)).toEqual(["@opentelemetry/api"]);
    await expect(`${names.toSorted().join("\n")}\n`).toMatchFileSnapshot("./installed_packages.txt");
  });

  it("says which peer a driver needs, where that is missing", async () => {
    await expect(node("import.mjs", '["postern/storage-drivers/redis"]')).rejects.toThrow(
      "Cannot find package 'ioredis'",
    );
  });

  it.each([
    ["lmdb", "lmdb:data"],
    ["pg", "postgres://127.0.0.1:1/a"],
    ["ioredis", "redis://127.0.0.1:1"],
  ])("says that %s is not installed", async (name, setting) => {
    writeFileSync(
      join(folder, "open_store.mjs"),
      `import { openStorageDriver } from "postern/storage-drivers";
      await openStorageDriver(process.argv[2]).catch(({ message, reason, cause }) => console.log(message, reason, cause.code));`,
    );
    expect(await node("open_store.mjs", setting)).toBe(
      `Cannot open the storage: the package ${name} is not installed. Run "npm install ${name}" not-installed MODULE_NOT_FOUND\n`,
    );
  });

  it("has a command that starts", async () => {
    const { stdout } = await run(join(folder, "node_modules/.bin/postern"), ["--help"], inFolder);
    expect(stdout).toContain("serve");
  });

  it.runIf(process.versions.node.startsWith("20."))(
    "says which version of better-sqlite3 it needs",
    async () => {
      writeFileSync(
        join(folder, "open_sqlite.mjs"),
        'import { openStorageDriver } from "postern/storage-drivers";\nawait openStorageDriver("sqlite:data.db");',
      );
      await expect(node("open_sqlite.mjs")).rejects.toThrow('Run "npm install better-sqlite3@12"');
    },
  );

  describe("with the peers of its drivers", () => {
    beforeAll(() => {
      for (const peer of Object.keys(manifest.peerDependencies)) {
        const target = join(folder, "node_modules", peer);
        if (existsSync(target) || (peer === "better-sqlite3" && sqliteIsMissing())) continue;
        mkdirSync(dirname(target), { recursive: true });
        symlinkSync(realpathSync(join("node_modules", peer)), target);
      }
    });

    it("exports what it did when the list was last reviewed", async () => {
      const listed = await node("import.mjs", JSON.stringify(specifiers));
      await expect(listed).toMatchFileSnapshot("./exports.txt");
    });

    it.runIf("require_module" in process.features)("can be required, all of it", async () => {
      const required = await node("require.cjs", JSON.stringify(specifiers));
      expect(required).toBe(await node("import.mjs", JSON.stringify(specifiers)));
    });

    const checkedDependencies = new Set<string>();
    const noInterop = { esModuleInterop: false, ignoreDeprecations: "6.0" };
    it.each([
      ["nodenext", ts.ModuleKind.NodeNext, ts.ModuleResolutionKind.NodeNext, {}],
      ["bundler", ts.ModuleKind.ESNext, ts.ModuleResolutionKind.Bundler, {}],
      ["node16", ts.ModuleKind.Node16, ts.ModuleResolutionKind.Node16, {}],
      ["node16, no interop", ts.ModuleKind.Node16, ts.ModuleResolutionKind.Node16, noInterop],
    ])("has types that hold under %s, without skipLibCheck", (_name, module, moduleResolution, interop) => {
      const problemsOf = (names: readonly string[], options: ts.CompilerOptions): string[] => {
        const file = join(folder, "consumer.mts");
        const lines = names.map((name, index) => `export * as e${index} from ${JSON.stringify(name)};`);
        writeFileSync(file, lines.join("\n"));
        const program = ts.createProgram([file], {
          strict: true,
          noEmit: true,
          skipLibCheck: false,
          exactOptionalPropertyTypes: true,
          target: ts.ScriptTarget.ES2022,
          lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
          module,
          moduleResolution,
          types: [],
          ...interop,
          ...options,
        });
        // The libraries of TypeScript and Node are no part of the package. Dependencies take most of the time, so they are checked once.
        const checked = program
          .getSourceFiles()
          .filter(
            (source) =>
              !program.isSourceFileDefaultLibrary(source) &&
              !/node_modules\/(?:@types\/node|undici-types)\//.test(source.fileName) &&
              !checkedDependencies.has(source.fileName),
          );
        for (const { fileName } of checked) {
          if (/node_modules\/(?!postern\/)/.test(fileName)) checkedDependencies.add(fileName);
        }
        return [
          ...program.getConfigFileParsingDiagnostics(),
          ...program.getOptionsDiagnostics(),
          ...program.getGlobalDiagnostics(),
          ...checked.flatMap((source) => [
            ...program.getSyntacticDiagnostics(source),
            ...program.getSemanticDiagnostics(source),
          ]),
        ].map(
          ({ file: where, messageText }) =>
            `${where?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
        );
      };
      // Only what serves on Node needs the types of Node; nothing needs those of Bun, Deno, Workers or Lambda.
      const portable = specifiers.filter((specifier) => specifier !== "postern/node");
      // The specifier that is wrong shows that problems are found. One program for all: checking the types of a browser takes seconds.
      expect(problemsOf([...portable, "postern/none"], {})).toEqual([
        expect.stringContaining("Cannot find module 'postern/none'"),
      ]);
      expect(
        problemsOf(["postern/node"], { types: ["node"], typeRoots: [resolve("node_modules/@types")] }),
      ).toEqual([]);
    });
  });
});

describe("the code of the published package", () => {
  const node = async (code: string, ...options: string[]): Promise<string> => {
    const path = join(folder, "program.mjs");
    writeFileSync(path, code);
    const { stdout } = await run(process.execPath, [...options, path], { cwd: folder, timeout: 60_000 });
    return stdout.trim();
  };

  it("is within its budget, without TypeScript sources", () => {
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    console.log(`${bytes} bytes in ${files.length} files`);
    expect(bytes).toBeLessThan(budget);
    expect(files.length).toBeLessThan(770);
    // The starters are the files of new apps, which are in TypeScript.
    const sources = files.filter(
      ({ path }) => /\.[cm]?ts$/.test(path) && !/\.d\.ts$|^examples\/starters\//.test(path),
    );
    expect(sources).toEqual([]);
  });

  it("has declarations under node10, and nothing to compile", () => {
    const options = { moduleResolution: ts.ModuleResolutionKind.Node10 };
    const resolve = (specifier: string): string | undefined =>
      ts.resolveModuleName(specifier, join(folder, "program.ts"), options, ts.sys).resolvedModule
        ?.resolvedFileName;
    const resolved = specifiers.map((specifier) => resolve(specifier) ?? specifier);
    expect(resolved.filter((path) => !path.endsWith(".d.ts"))).toEqual([]);
    expect(resolve("postern/lib/mod.ts")).toBeUndefined();
    const declarations = files.filter(({ path }) => path.endsWith(".d.ts"));
    const texts = declarations.map(({ path }) =>
      readFileSync(join(folder, "node_modules/postern", path), "utf8"),
    );
    // Records of a request are internal.
    expect(texts.filter((text) => text.includes("PostState"))).toEqual([]);
  });

  it("has each class once, whichever entries export it", async () => {
    const portable = specifiers.filter((specifier) => !/redis|lmdb|postgres|mcp|react/.test(specifier));
    const shared = await node(`
      const exported = new Map();
      for (const specifier of ${JSON.stringify(portable)}) {
        for (const [name, value] of Object.entries(await import(specifier))) {
          if (String(value).startsWith("class")) exported.set(name, [...(exported.get(name) ?? []), value]);
        }
      }
      const shared = [...exported].filter(([, values]) => values.length > 1);
      console.log(JSON.stringify(shared.map(([name, values]) => [name, new Set(values).size])));
    `);
    expect(JSON.parse(shared)).toContainEqual(["DamagedRecordError", 1]);
    expect((JSON.parse(shared) as [string, number][]).filter(([, count]) => count !== 1)).toEqual([]);
  });

  it("imports React, and its types, in the entry for React only", () => {
    const importers = files
      .map(({ path }) => path)
      .filter((path) => /\.(?:js|d\.ts)$/.test(path))
      .filter((path) =>
        /from ["']react["']/.test(readFileSync(join(folder, "node_modules/postern", path), "utf8")),
      );
    expect(importers.toSorted()).toEqual(["bundle/react.d.ts", "bundle/react.js"]);
  });

  it("throws errors of one entry that are instances of another entry's class", async () => {
    const isInstance = await node(`
      import { InvalidOptionError } from "postern";
      import { createClient } from "postern/client";
      import { textWorker } from "postern/node";
      const thrown = (call) => { try { call(); } catch (error) { return error; } };
      const errors = [
        thrown(() => createClient({ url: 1 })),
        thrown(() => textWorker({ threads: 0 })),
      ];
      console.log(JSON.stringify(errors.map((error) => error instanceof InvalidOptionError)));
    `);
    expect(JSON.parse(isInstance)).toEqual([true, true]);
  });

  it("reads texts in a thread", async () => {
    const read = await node(`
      import { textWorker } from "postern/node";
      console.log(await textWorker().run("toMarkdown", "<h2>Why?</h2><p>So.</p>"));
    `);
    expect(read).toBe("## Why?\n\nSo.");
  });

  it("serves the demonstration", async () => {
    const demo = ["demo", "--storage", "memory:", "--port", "0"];
    const started = startNode([join(folder, "node_modules/.bin/postern"), ...demo], { cwd: folder });
    const [, url = "", key = ""] = await started.waitFor(/'(http:\S+\/faq)' -H 'x-api-key: ([^']+)'/);
    const response = await fetch(url, { headers: { "x-api-key": key } });
    expect(await response.json()).toMatchObject({ slug: "faq" });
  });

  it("names the source and line of a function in a stack trace", async () => {
    const program = `
      import { createClient } from "postern/client";
      try { createClient({ url: 1 }); } catch (error) { console.log(error.stack); }
    `;
    const stack = await node(program, "--enable-source-maps");
    const [, file = "", line = ""] = /postern\/(lib\/api\/client\/create_client\.ts):(\d+)/.exec(stack) ?? [];
    expect(readFileSync(file, "utf8").split("\n")[Number(line) - 1]).toContain(
      "resolveClientOptions(options)",
    );
    expect(await node(program)).toMatch(/createClient \(.*postern\/bundle\/chunks\/client\.js:\d+:\d+\)/);
  });

  it("maps to sources whose lines are those of the repository", () => {
    const maps = files.filter(({ path }) => path.endsWith(".js.map"));
    const sources = maps.flatMap(({ path }) => {
      const map = JSON.parse(readFileSync(join(folder, "node_modules/postern", path), "utf8")) as {
        sources: string[];
        sourcesContent: string[];
      };
      return map.sources.map((source, index) => ({ source, content: map.sourcesContent[index] ?? "" }));
    });
    const own = sources.filter(({ source }) =>
      /\.\.\/(?:lib|adapters|media-stores|storage-drivers)\//.test(source),
    );
    expect(own.length).toBeGreaterThan(500);
    const different = own.filter(({ source, content }) => {
      const lines = readFileSync(source.replace(/^(?:\.\.\/)+/, ""), "utf8").split("\n");
      const mapped = content.split("\n");
      return mapped.length !== lines.length || mapped.some((text, at) => !isLine(text, lines[at] ?? ""));
    });
    expect(different.map(({ source }) => source)).toEqual([]);
  });

  describe("with a mount in a framework", () => {
    /** Returns the code of a program that has all exports of some entries. */
    const bundle = async (platform: "node" | "neutral", ...names: string[]): Promise<string> => {
      const { outputFiles } = await build({
        stdin: {
          contents: names.map((name, index) => `export * as entry${index} from "${name}";`).join("\n"),
          resolveDir: folder,
        },
        mainFields: ["module", "main"],
        bundle: true,
        minify: true,
        format: "esm",
        platform,
        write: false,
      });
      return outputFiles[0]?.text ?? "";
    };

    it.each(["astro", "hattip", "hono", "next", "nitro", "react-router", "sveltekit"])(
      "adds less than 2.5 KB and no module of Node: postern/%s",
      async (name) => {
        const mount = await bundle("neutral", `postern/${name}`);
        expect(mount).not.toContain("node:");
        const whole = await bundle("neutral", "postern", `postern/${name}`);
        expect(whole.length - (await bundle("neutral", "postern")).length).toBeLessThan(mountBudget);
      },
    );

    it.each(["express", "fastify", "koa"])(
      "adds less than 2.5 KB to a program with postern/node: postern/%s",
      async (name) => {
        const whole = await bundle("node", "postern", "postern/node", `postern/${name}`);
        const shared = await bundle("node", "postern", "postern/node");
        expect(whole.length - shared.length).toBeLessThan(mountBudget);
      },
    );
  });

  it("adds only the class to a program that imports an error", async () => {
    const listed = await node(`
      for (const entry of ["postern", "postern/faq", "postern/import", "postern/moving"])
        console.log([entry, ...Object.keys(await import(entry))].join(" "));
    `);
    const errors = listed.split("\n").flatMap((line) => {
      const [specifier, ...names] = line.split(" ");
      return names.filter((name) => name.endsWith("Error")).map((name) => [specifier, name] as const);
    });
    expect(errors.length).toBeGreaterThan(30);
    const sizes = await Promise.all(
      errors.map(async ([specifier, name]) => {
        const { outputFiles } = await build({
          stdin: { contents: `export { ${name} } from "${specifier}";`, resolveDir: folder },
          bundle: true,
          minify: true,
          format: "esm",
          platform: "node",
          packages: "bundle",
          write: false,
        });
        return [name, outputFiles[0]?.contents.length ?? 0] as const;
      }),
    );
    expect(sizes.filter(([, bytes]) => bytes > errorBudget)).toEqual([]);
  });

  it("adds no parser to a program that reads documents", async () => {
    const { outputFiles } = await build({
      stdin: { contents: 'export { extractFaqEntriesFromDocument } from "postern/faq";', resolveDir: folder },
      bundle: true,
      minify: true,
      format: "esm",
      write: false,
    });
    expect(outputFiles[0]?.contents.length).toBeLessThan(7600);
  });
});
