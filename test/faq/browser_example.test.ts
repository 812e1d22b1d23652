import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { build } from "esbuild";
import * as fc from "fast-check";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type * as Faq from "../../lib/faq/mod.ts";
import { extractFaqEntries } from "../../lib/faq/mod.ts";
import { isSkipped, launch } from "../browser.ts";
import { CORPUS, corpusPages } from "./_corpus.ts";
import { TREE_OPTIONS } from "./_difference.ts";
import { randomPost } from "./_random_blocks.ts";

const FOLDER = join(import.meta.dirname, "../../examples/extractor");
const TYPES: Record<string, string> = { ".html": "text/html", ".js": "text/javascript" };

/** Serves the example and bundles its modules on request. */
function serveExample(): Server {
  return createServer((request, response) => {
    const path = request.url === "/" ? "/index.html" : (request.url ?? "");
    const script = /^\/dist\/(page|worker)\.js$/.exec(path)?.[1];
    const body = script === undefined ? readFile(join(FOLDER, path)) : bundled(`${script}.ts`);
    response.setHeader("content-type", TYPES[extname(path)] ?? "text/plain");
    body.then(
      (content) => response.end(content),
      () => response.writeHead(404).end(),
    );
  });
}

async function bundled(file: string): Promise<string> {
  const result = await build({
    entryPoints: [join(FOLDER, file)],
    bundle: true,
    format: "esm",
    write: false,
  });
  return result.outputFiles[0]?.text ?? "";
}

describe.skipIf(isSkipped)("the example in Chromium", () => {
  let browser: Browser;
  let server: Server;
  let address = "";

  beforeAll(async () => {
    server = serveExample();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    browser = await launch();
  });

  afterAll(async () => {
    await browser.close();
    server.close();
  });

  it.each(["page", "document", "worker"])("extracts by the button %s", async (button) => {
    const page = await browser.newPage();
    await page.goto(address);
    await page.click(`#${button}`);
    await page.waitForSelector("#entries dt");
    expect(await page.locator("#entries dt").allTextContents()).toEqual(["Is it fast?", "Is it exact?"]);
    expect(await page.locator("#entries dd").allTextContents()).toEqual([
      "It reads the source once.",
      "As a browser is.",
    ]);
    await page.close();
  });

  it.skipIf(CORPUS === undefined)("finds the extractor's entries in its own trees", async () => {
    const documents = CORPUS === undefined ? [] : corpusPages(CORPUS).map(({ html }) => html);
    const expected = documents.map((html) => extractFaqEntries(html));
    const page = await browser.newPage();
    await page.goto(address);
    await page.addScriptTag({ content: await bundledGlobal() });
    const found = await page.evaluate((htmls) => {
      const { faq } = globalThis as unknown as { faq: typeof Faq };
      return htmls.map((html) => {
        const parsed = document.implementation.createHTMLDocument();
        parsed.body.innerHTML = html;
        return faq.extractFaqEntriesFromDocument(parsed);
      });
    }, documents);
    expect(found).toEqual(expected);
    await page.close();
  });

  it("finds the extractor's entries in its own trees, with any options", async () => {
    const pages = CORPUS === undefined ? [] : corpusPages(CORPUS).map(({ html }) => html);
    const documents = [...pages, ...fc.sample(randomPost, { numRuns: 500 })].filter(isParsedAlike);
    const cases = documents.flatMap((html) => TREE_OPTIONS.map((options) => ({ html, options })));
    const page = await browser.newPage();
    await page.goto(address);
    await page.addScriptTag({ content: await bundledGlobal() });
    const found = await page.evaluate((given) => {
      const { faq } = globalThis as unknown as { faq: typeof Faq };
      return given.map(({ html, options }) => {
        const parsed = document.implementation.createHTMLDocument();
        parsed.body.innerHTML = html;
        return faq.extractPublishableFaqEntriesFromDocument(parsed, options);
      });
    }, cases);
    cases.forEach(({ html, options }, index) => {
      const expected = { html, options, entries: extractFaqEntries(html, options) };
      expect({ html, options, entries: found[index] }).toEqual(expected);
    });
    await page.close();
  });
});

/** Bundles the extractor as a script that defines a global. */
async function bundledGlobal(): Promise<string> {
  const result = await build({
    entryPoints: [join(import.meta.dirname, "../../lib/faq/mod.ts")],
    bundle: true,
    format: "iife",
    globalName: "faq",
    write: false,
  });
  return result.outputFiles[0]?.text ?? "";
}

/**
 * Returns false for HTML that Chromium and parse5 parse differently. Chromium keeps elements in a `select` (standard of 2025), but parse5 drops
 * them. Chromium replaces a null character after `<` with U+FFFD, but the standard and parse5 drop it.
 */
function isParsedAlike(html: string): boolean {
  return !/<select|<\0/i.test(html);
}
