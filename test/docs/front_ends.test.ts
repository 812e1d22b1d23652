import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { serve } from "../../adapters/node.ts";
import { createPublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { releaseAfterUse, scratchDirectory } from "../servers/release_after_use.ts";
import { frontEndBlocks } from "./front_end_blocks.ts";

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.ReactJSX,
  types: ["node"],
  strict: true,
};

interface PageModule {
  default: (props: object) => Promise<ReactElement>;
  generateMetadata: (props: object) => Promise<object>;
}

describe("the pages for React in docs/front_ends.md", () => {
  const folder = scratchDirectory();
  const pages = [...frontEndBlocks()].filter(([path]) => path.endsWith(".tsx"));

  beforeAll(async () => {
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(resolve("."), join(folder, "node_modules/postern"));
    for (const name of ["react", "@types"])
      symlinkSync(resolve("node_modules", name), join(folder, "node_modules", name));
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    for (const [path, code] of pages) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), code);
      const { outputText } = ts.transpileModule(code, { compilerOptions: options, fileName: path });
      writeFileSync(join(folder, path.replace(".tsx", ".js")), outputText);
    }
    const api = createPublicApi({ storage: memoryDriver() });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    const html = "<h2>Is it open?</h2><p>Daily, from 9 to 5.</p><h2>Is it free?</h2><p>It is.</p>";
    await api.posts.create("acme", { name: "Hello", html, description: "Our hours" });
    const server = await serve(api, { port: 0, hostname: "127.0.0.1" });
    releaseAfterUse(() => server.close());
    vi.stubEnv("POSTERN_URL", server.url);
  });
  afterAll(() => vi.unstubAllEnvs());

  const load = async (path: string): Promise<PageModule> =>
    (await import(pathToFileURL(join(folder, path)).href)) as PageModule;
  const props = { params: Promise.resolve({ slug: "hello" }) };

  it("have types that hold", () => {
    const program = ts.createProgram(
      pages.map(([path]) => join(folder, path)),
      { ...options, noEmit: true, typeRoots: [resolve("node_modules/@types")] },
    );
    const problems = ts.getPreEmitDiagnostics(program);
    expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))).toEqual([]);
  });

  it("show a post with its JSON-LD", async () => {
    const page = await load("app/blog/[slug]/page.js");
    const html = renderToStaticMarkup(await page.default(props));
    const jsonLd = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)];
    expect(jsonLd.map(([, json = ""]) => (JSON.parse(json) as { "@type": string })["@type"])).toEqual([
      "Article",
      "FAQPage",
    ]);
    expect(html).toContain("<h1>Hello</h1>");
    expect(html).toContain("<h2>Is it open?</h2><p>Daily, from 9 to 5.</p>");
    expect(await page.generateMetadata(props)).toEqual({
      title: "Hello",
      description: "Our hours",
      alternates: { canonical: "https://acme.example/blog/hello" },
    });
  });

  it("show the questions of all posts", async () => {
    const page = await load("app/questions/page.js");
    const html = renderToStaticMarkup(createElement("div", null, await page.default({})));
    expect(html).toContain('{"@context":"https://schema.org","@type":"FAQPage"');
    expect(html).toContain(
      '<div class="faq"><details><summary>Is it open?</summary><div><p>Daily, from 9 to 5.</p></div></details>',
    );
  });
});
