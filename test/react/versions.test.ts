import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, describe, expect, it } from "vitest";
import { toFaqHtml, toScriptTag } from "../../lib/publishing/structured_data/mod.ts";
import { frontEndPackage } from "../front_end_packages.ts";
import { temporaryDirectory } from "../temporary_directory.ts";

const { path: folder, remove } = temporaryDirectory();
afterAll(remove);

const data = { name: "</script>" };
const entries = [{ question: "Is it open?", answer: "<b>Daily</b>\nFrom 9 to 5." }];

/** Bundles a program with the components, and runs it. Returns its `result`. */
async function run(
  name: string,
  code: string,
  { alias = {}, conditions = [] }: { alias?: Record<string, string>; conditions?: string[] },
): Promise<unknown> {
  const contents = `import { FaqList, JsonLd } from "./lib/publishing/react/mod.ts";\n${code}`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: resolve("."), loader: "ts" },
    bundle: true,
    format: "cjs",
    platform: "node",
    alias,
    conditions,
    write: false,
  });
  const file = `${folder}/${name}.cjs`;
  writeFileSync(file, outputFiles[0]?.contents ?? "");
  const module = (await import(pathToFileURL(file).href)) as { default: { result: unknown } };
  return module.default.result;
}

const props = `const data = ${JSON.stringify(data)}; const entries = ${JSON.stringify(entries)};`;

const react18 = frontEndPackage("react");
describe.skipIf(react18 === undefined)("with React 18", () => {
  it("renders the same HTML", async () => {
    const code = `
      import { createElement, version } from "react";
      import { renderToStaticMarkup as render } from "react-dom/server";
      ${props}
      export const result = [
        version, render(createElement(JsonLd, { data })), render(createElement(FaqList, { entries, headingLevel: 2 })),
      ];`;
    const alias = { react: react18 ?? "", "react-dom": frontEndPackage("react-dom") ?? "" };
    expect(await run("react_18", code, { alias })).toEqual([
      expect.stringMatching(/^18\./),
      toScriptTag(data),
      toFaqHtml(entries, { headingLevel: 2 }).replaceAll("&#39;", "&#x27;"),
    ]);
  });
});

describe("as server components", () => {
  it("need only the part of React that servers of components load", async () => {
    const code = `
      import * as react from "react";
      ${props}
      const list = FaqList({ entries });
      export const result = ["useState" in react, JsonLd({ data }).type, list.type, list.props.children[0].type];`;
    expect(await run("server_components", code, { conditions: ["react-server"] })).toEqual([
      false,
      "script",
      "div",
      "details",
    ]);
  });
});
