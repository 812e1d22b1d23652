import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { scratchDirectory } from "../servers/release_after_use.ts";
import { extractExamples } from "./extract_examples.ts";

const run = promisify(execFile);

/** Texts of examples that cannot run here. These examples are only type-checked. */
const notExecuted: readonly { holds: string; why: string }[] = [
  { holds: "new DOMParser()", why: "only browsers have a DOMParser" },
  { holds: '"postern/bun"', why: "only Bun can serve by it; test/runtimes does" },
  { holds: '"postern/storage-drivers/deno-kv"', why: "only Deno has a Deno KV; test/runtimes uses it" },
  { holds: '"postern/deno"', why: "only Deno can serve by it; test/runtimes does" },
  { holds: '"postern/cloudflare-workers"', why: "it needs a Worker's bindings; test/runtimes has them" },
];

/** As strict as the package itself, with the types of a browser beside those of Node. */
const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  moduleDetection: ts.ModuleDetectionKind.Force,
  types: ["node"],
  typeRoots: [resolve("node_modules/@types")],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
};

/** The start of every example that is run: it compares values with what the example says they are. */
const prelude = `import { inspect, isDeepStrictEqual } from "node:util";
const $check = (value, said) => {
  let expected;
  try { expected = new Function("return (" + said + ")")(); } catch { expected = said; }
  if (isDeepStrictEqual(value, expected) || inspect(value) === said || value === said) return;
  throw new Error("The example says " + said + ", and the value is " + inspect(value));
};
`;

interface BuiltExports {
  exports: Record<string, string | { default: string }>;
}

/** Returns the built file of a specifier, by the package's list of exports. */
function builtFile(specifier: string): string {
  const { exports } = JSON.parse(readFileSync("package.json", "utf8")) as BuiltExports;
  const entry = exports[specifier.replace(/^postern/, ".")];
  if (typeof entry !== "object") throw new Error(`"${specifier}" is none of the package's exports`);
  return resolve(entry.default);
}

function withBuiltImports(code: string): string {
  return code.replace(
    /from "(postern[^"]*)"/g,
    (_whole, specifier: string) => `from ${JSON.stringify(builtFile(specifier))}`,
  );
}

/** Has each expression statement that a comment states the value of, on its line or the next, checked. */
function withChecks(code: string): string {
  const file = ts.createSourceFile("example.ts", code, ts.ScriptTarget.ES2023);
  const edits = file.statements.filter(ts.isExpressionStatement).flatMap((statement) => {
    const comment = /^[ \t]*\n?\/\/ (.+)/.exec(code.slice(statement.end))?.[1]?.trim();
    const expression = code.slice(statement.expression.getStart(file), statement.expression.end);
    if (comment === undefined) return [];
    return [{ statement, text: `$check(${expression}, ${JSON.stringify(comment)});` }];
  });
  return edits.reduceRight(
    (text, { statement, text: check }) =>
      text.slice(0, statement.getStart(file)) + check + text.slice(statement.end),
    code,
  );
}

describe("the examples of the docs", () => {
  const path = scratchDirectory();
  const examples = existsSync("dist/lib/mod.js") ? extractExamples() : [];
  const fileOf = (index: number): string => join(path, `example_${index}.ts`);
  beforeAll(() => {
    if (examples.length === 0) throw new Error("There is no dist: run `npm run build` before this test");
    writeFileSync(join(path, "package.json"), '{"type":"module"}');
    symlinkSync(resolve("node_modules"), join(path, "node_modules"));
  });

  it("are found in comments and pages", () => {
    expect(examples.length).toBeGreaterThan(5);
    expect(examples.filter(({ code }) => code.trim() === "")).toEqual([]);
  });

  it("have types that hold", () => {
    for (const [index, { code }] of examples.entries()) writeFileSync(fileOf(index), withBuiltImports(code));
    const program = ts.createProgram(
      examples.map((_example, index) => fileOf(index)),
      {
        ...options,
        noEmit: true,
      },
    );
    const wrong = ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
      const index = examples.findIndex((_example, at) => fileOf(at) === file?.fileName);
      return `${examples[index]?.place}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
    });
    expect(wrong).toEqual([]);
  });

  const executed = examples.filter(({ code }) => !notExecuted.some(({ holds }) => code.includes(holds)));

  it.each(executed.map(({ place, code }, index) => [place, code, index] as const))(
    "do what they say: %s",
    async (_place, code, index) => {
      const folder = join(path, `run_${index}`);
      mkdirSync(folder);
      const { outputText } = ts.transpileModule(withBuiltImports(withChecks(code)), {
        compilerOptions: { ...options, verbatimModuleSyntax: true },
        fileName: "example.mts",
      });
      writeFileSync(join(folder, "example.mjs"), prelude + outputText);
      const { stderr } = await run(process.execPath, ["example.mjs"], { cwd: folder, timeout: 280_000 });
      expect(stderr).toBe("");
    },
  );

  it("are checked where they state a value", () => {
    const count = executed.reduce((sum, { code }) => sum + withChecks(code).split("$check(").length - 1, 0);
    expect(count).toBeGreaterThan(5);
  });
});
