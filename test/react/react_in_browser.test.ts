import { build } from "esbuild";
import { HtmlValidate } from "html-validate";
import type { Browser, Page } from "playwright-core";
import { createElement, Fragment } from "react";
import { renderToString } from "react-dom/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FaqList, JsonLd } from "../../lib/publishing/react/mod.ts";
import { isSkipped, launch } from "../browser.ts";
import { findingsOf } from "../dashboard/axe.ts";
import { hostileTexts } from "../structured_data/hostile_texts.ts";

const data = { "@context": "https://schema.org", "@type": "FAQPage", name: hostileTexts };
const entries = hostileTexts.map((text) => ({ question: text, answer: `${text}\nsecond` }));

const page = (headingLevel: 2 | undefined): string =>
  renderToString(
    createElement(
      Fragment,
      null,
      createElement(JsonLd, { data }),
      createElement(FaqList, { entries, headingLevel }),
    ),
  );

const documentOf = (root: string): string =>
  `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>FAQ</title></head>` +
  `<body><main><h1>FAQ</h1><div id="root">${root}</div></main></body></html>`;

describe("the HTML of the components", () => {
  it.each([undefined, 2] as const)("is valid, with headings of level %s", async (level) => {
    const validator = new HtmlValidate({ extends: ["html-validate:standard"] });
    const { results } = await validator.validateString(documentOf(page(level)));
    expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([]);
  });
});

describe.skipIf(isSkipped)("in Chromium, the components", () => {
  let browser: Browser;
  let script = "";
  beforeAll(async () => {
    browser = await launch();
    const { outputFiles } = await build({
      stdin: {
        contents: `
          import { createElement, Fragment, useEffect } from "react";
          import { hydrateRoot } from "react-dom/client";
          import { FaqList, JsonLd } from "./lib/publishing/react/mod.ts";
          const { data, entries } = ${JSON.stringify({ data, entries })};
          const onRecoverableError = (error) => console.error(String(error));
          const Page = () => {
            useEffect(() => document.body.classList.add("hydrated"), []);
            return createElement(Fragment, null, createElement(JsonLd, { data }), createElement(FaqList, { entries }));
          };
          hydrateRoot(document.getElementById("root"), createElement(Page), { onRecoverableError });`,
        resolveDir: ".",
        loader: "ts",
      },
      bundle: true,
      write: false,
      define: { "process.env.NODE_ENV": '"development"' },
    });
    script = outputFiles[0]?.text ?? "";
  });
  afterAll(async () => browser.close());

  async function open(root: string): Promise<{ opened: Page; complaints: string[] }> {
    const opened = await browser.newPage();
    const complaints: string[] = [];
    opened.on("dialog", (dialog) => {
      complaints.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    opened.on("pageerror", (error) => complaints.push(String(error)));
    opened.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    await opened.setContent(documentOf(root));
    return { opened, complaints };
  }

  it("run no script of a text, hydrate without a difference, and open an answer", async () => {
    const { opened, complaints } = await open(page(undefined));
    await opened.addScriptTag({ content: script });
    await opened.waitForSelector(".hydrated");
    const answer = opened.locator("details p").first();
    expect(await answer.isVisible()).toBe(false);
    await opened.locator("summary").first().press("Enter");
    expect(await answer.isVisible()).toBe(true);
    const read = await opened.evaluate(() => ({
      json: document.querySelector("script[type='application/ld+json']")?.textContent ?? "",
      questions: [...document.querySelectorAll("summary")].map(({ textContent }) => textContent),
      headings: document.querySelectorAll("h1, img").length,
    }));
    expect(JSON.parse(read.json)).toEqual(data);
    expect(read.questions).toEqual(hostileTexts);
    expect(read.headings).toBe(1);
    expect(complaints).toEqual([]);
    await opened.close();
  });

  it.each([undefined, 2] as const)(
    "have no violation that axe finds, with headings of level %s",
    async (level) => {
      const { opened } = await open(page(level));
      expect(await findingsOf(opened)).toEqual([]);
      await opened.close();
    },
  );
});
