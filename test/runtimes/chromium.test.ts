import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { chromiumPath, isSkipped, launch } from "../browser.ts";
import { answer, HostileServer } from "../client/hostile_server.ts";
import { scratchDirectory } from "../servers/release_after_use.ts";
import { type ClientAddresses, describeClientOn } from "./_client_suite.ts";
import { bundleHost } from "./bundle.ts";
import { versionOf } from "./runtime.ts";

const version = versionOf(chromiumPath);
const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=5000", "--dump-dom"];

/** Runs the client in a page with a different origin than the API. */
async function inPage(addresses: ClientAddresses): Promise<unknown> {
  const { code } = await bundleHost("client_page.js");
  const site = await HostileServer.start();
  const html = { "content-type": "text/html; charset=utf-8" };
  site.will(answer(200, html, `<!doctype html><title>The page</title><script type=module>${code}</script>`));
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(site.url);
    return await page.evaluate((given) => {
      const { checkClient } = globalThis as unknown as { checkClient: (given: unknown) => Promise<unknown> };
      return checkClient(given);
    }, addresses);
  } finally {
    await browser.close();
    site.close();
  }
}

describe(`on Chromium ${version ?? ""}`, () => {
  if (!isSkipped) describeClientOn(inPage);
  describe("postern/faq alone", () => {
    it.skipIf(isSkipped)("extracts the same with its own parser and from the browser's DOM", async () => {
      const path = scratchDirectory();
      const { code: module } = await bundleHost("extract_in_browser.js");
      // The extractor's code contains strings that would end the script element.
      const code = module.replace(/<(?=!--|\/?script)/gi, String.raw`\x3c`);
      const file = join(path, "page.html");
      writeFileSync(file, `<!doctype html><meta charset=utf-8><body><script type=module>${code}</script>`);
      const profile = `--user-data-dir=${join(path, "profile")}`;
      const { stdout } = await promisify(execFile)(chromiumPath, [...flags, profile, `file://${file}`]);
      const text = /<body>([^<]*)<\/body>/.exec(stdout)?.[1] ?? "";
      const expected = [
        { question: "Is it open?", answer: "It is & was." },
        { question: "Two?", answer: "Yes\nNo" },
      ];
      expect(JSON.parse(text.replaceAll("&amp;", "&"))).toEqual([expected, expected]);
    });
  });
});
