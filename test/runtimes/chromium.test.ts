import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { chromiumPath, isSkipped, launch } from "../browser.ts";
import { answer, HostileServer } from "../client/hostile_server.ts";
import { publishApi } from "../openapi/published_api.ts";
import { releaseAfterUse, scratchDirectory } from "../servers/release_after_use.ts";
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

/** Reads a post and opens a stream of events from a page of a different origin, with headers that tracing scripts add. */
async function callWithTracing(address: string, key: string): Promise<number[]> {
  const site = await HostileServer.start();
  site.will(answer(200, { "content-type": "text/html" }, "<!doctype html><title>The page</title>"));
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(site.url);
    return await page.evaluate(
      async ({ address, key }) => {
        const trace = { traceparent: `00-${"ab".repeat(16)}-${"cd".repeat(8)}-01`, tracestate: "a=b" };
        const headers = { ...trace, baggage: "a=b", "sentry-trace": "ab-cd-1", "x-api-key": key };
        const post = await fetch(`${address}/post/acme/one`, {
          headers: { ...headers, "cache-control": "no-cache" },
        });
        const resumed = { ...headers, accept: "text/event-stream", "last-event-id": "0" };
        const stream = await fetch(`${address}/events/acme`, { headers: resumed });
        await stream.body?.cancel();
        return [post.status, stream.status];
      },
      { address, key },
    );
  } finally {
    await browser.close();
    site.close();
  }
}

describe(`on Chromium ${version ?? ""}`, () => {
  it.skipIf(isSkipped)("a page with tracing calls the API, and resumes a stream", async () => {
    const { server, address, key } = await publishApi();
    releaseAfterUse(() => server.close());
    expect(await callWithTracing(address, key)).toEqual([200, 200]);
  });
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
