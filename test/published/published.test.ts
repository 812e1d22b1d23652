import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { scratchDirectory } from "../servers/release_after_use.ts";
import { installPackage } from "./install_package.ts";

const run = promisify(execFile);

interface Manifest {
  exports: Record<string, unknown>;
  peerDependencies: Record<string, string>;
}

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
const entries = Object.keys(manifest.exports).filter((entry) => entry !== "./package.json");
const specifiers = entries.map((entry) => entry.replace(/^\./, "postern"));

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
describe("the published package", () => {
  const folder = scratchDirectory();
  const inFolder = { cwd: folder, timeout: 120_000 };
  const node = async (script: string, ...args: string[]): Promise<string> =>
    (await run(process.execPath, [join(folder, script), ...args], inFolder)).stdout;

  beforeAll(async () => {
    await installPackage(folder);
    writeFileSync(join(folder, "import.mjs"), `const load = (specifier) => import(specifier);${listExports}`);
    writeFileSync(
      join(folder, "require.cjs"),
      `const load = (specifier) => require(specifier);(async () => {${listExports}})();`,
    );
  }, 180_000);

  it("brings its dependencies, and no peer that was not asked for", async () => {
    const lock = JSON.parse(readFileSync(join(folder, "node_modules/.package-lock.json"), "utf8")) as {
      packages: Record<string, unknown>;
    };
    const names = Object.keys(lock.packages).map((path) => path.replace(/^node_modules\//, ""));
    expect(names.filter((name) => name in manifest.peerDependencies)).toEqual([]);
    await expect(`${names.toSorted().join("\n")}\n`).toMatchFileSnapshot("./installed_packages.txt");
  });

  it("says which peer a driver needs, where that is missing", async () => {
    await expect(node("import.mjs", '["postern/storage-drivers/redis"]')).rejects.toThrow(
      "Cannot find package 'ioredis'",
    );
    writeFileSync(
      join(folder, "open_lmdb.mjs"),
      'import { openStorageDriver } from "postern/storage-drivers";\nawait openStorageDriver("lmdb:data");',
    );
    await expect(node("open_lmdb.mjs")).rejects.toThrow(
      'the package lmdb is not installed. Run "npm install lmdb"',
    );
  });

  it("has a command that starts", async () => {
    const { stdout } = await run(join(folder, "node_modules/.bin/postern"), ["--help"], inFolder);
    expect(stdout).toContain("serve");
  });

  describe("with the peers of its drivers", () => {
    beforeAll(() => {
      for (const peer of Object.keys(manifest.peerDependencies)) {
        const target = join(folder, "node_modules", peer);
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
    it.each([
      ["nodenext", ts.ModuleKind.NodeNext, ts.ModuleResolutionKind.NodeNext],
      ["bundler", ts.ModuleKind.ESNext, ts.ModuleResolutionKind.Bundler],
      ["node16", ts.ModuleKind.Node16, ts.ModuleResolutionKind.Node16],
    ])(
      "has types that hold under %s, without skipLibCheck",
      (_name, module, moduleResolution) => {
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
      },
      120_000,
    );
  });
});
