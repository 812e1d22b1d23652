import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { startNode } from "../adapters/start_process.ts";
import { scratchDirectory } from "../servers/release_after_use.ts";
import { installPackage, type PackedFile } from "./install_package.ts";

const run = promisify(execFile);

/** Maximum size of the installed package in bytes. */
const budget = 7_600_000;

/** Maximum size in bytes that a mount in a framework adds to a program, minified. */
const mountBudget = 2048;

const { exports: exported } = JSON.parse(readFileSync("package.json", "utf8")) as {
  exports: Record<string, unknown>;
};
const specifiers = Object.keys(exported)
  .filter((entry) => entry !== "./package.json")
  .map((entry) => entry.replace(/^\./, "postern"));

/** Returns true if a mapped line is a line of the repository, apart from comments within it. */
function isLine(mapped: string, line: string): boolean {
  return line.includes(mapped.trim()) || (line.includes("/*") && mapped.trim() !== "");
}

describe("the code of the published package", () => {
  const folder = scratchDirectory();
  let files: PackedFile[];
  beforeAll(async () => {
    files = await installPackage(folder);
  }, 180_000);

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
    expect(files.length).toBeLessThan(450);
    const sources = files.filter(({ path }) => /\.[cm]?ts$/.test(path) && !path.endsWith(".d.ts"));
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
    const [, file = "", line = ""] = /postern\/(lib\/client\/create_client\.ts):(\d+)/.exec(stack) ?? [];
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
    const own = sources.filter(({ source }) => /\.\.\/(?:lib|adapters|storage-drivers)\//.test(source));
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
      "adds less than 2 KB and no module of Node: postern/%s",
      async (name) => {
        const mount = await bundle("neutral", `postern/${name}`);
        expect(mount).not.toContain("node:");
        const whole = await bundle("neutral", "postern", `postern/${name}`);
        expect(whole.length - (await bundle("neutral", "postern")).length).toBeLessThan(mountBudget);
      },
    );

    it.each(["express", "fastify", "koa"])(
      "adds less than 2 KB to a program with postern/node: postern/%s",
      async (name) => {
        const whole = await bundle("node", "postern", "postern/node", `postern/${name}`);
        const shared = await bundle("node", "postern", "postern/node");
        expect(whole.length - shared.length).toBeLessThan(mountBudget);
      },
    );
  });

  it("adds no parser to a program that reads documents", async () => {
    const { outputFiles } = await build({
      stdin: {
        contents: 'export { extractFaqEntriesFromDocument } from "postern/faq";',
        resolveDir: folder,
      },
      bundle: true,
      minify: true,
      format: "esm",
      write: false,
    });
    expect(outputFiles[0]?.contents.length).toBeLessThan(6500);
  });
});
