import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PublicApiOptions } from "../../lib/mod.ts";
import { freePort } from "../free_port.ts";
import { until } from "../storage-drivers/_redis_server.ts";
import { generatedAdminClient } from "./generated_admin_client.ts";
import { generatedClient } from "./generated_client.ts";
import { type PublishedApi, publishApi } from "./published_api.ts";

const run = promisify(execFile);

/** Folder where run_openapi_tools.sh installed the tools. */
const folder = process.env["POSTERN_OPENAPI_TOOLS"] ?? "";
const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
const minutes = 60_000;

const tool = (name: string): string => join(folder, "node_modules/.bin", name);
const pathOf = (file: string): string => join(folder, file);

/** Runs a tool in the folder. If it fails, its output becomes the error. */
async function runTool(name: string, ...args: string[]): Promise<string> {
  try {
    return (await run(tool(name), args, { cwd: folder, env, timeout: 2 * minutes })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${name} fails: ${stdout}${stderr}`, { cause: error });
  }
}

/** Writes the documents of both APIs into the folder, and returns the names of the files. */
async function writeDocuments(
  { address, adminAddress, ownersKey }: PublishedApi,
  name: string,
): Promise<string[]> {
  const addresses = { [`${name}.json`]: address, [`${name}_admin.json`]: adminAddress };
  for (const [file, server] of Object.entries(addresses)) {
    const response = await fetch(`${server}/openapi.json`, { headers: { "x-api-key": ownersKey } });
    writeFileSync(pathOf(file), await response.text());
  }
  return Object.keys(addresses);
}

/** Returns the JSON at the end of the output, with all reports. Some tools print a greeting first. */
function reportsOf(output: string): unknown {
  const reports = output.slice(Math.max(0, output.search(/^[[{]/m)));
  return JSON.parse(`[${reports.replaceAll("\n}{\n", "\n},{\n")}]`);
}

describe.skipIf(folder === "")(
  "the OpenAPI document and other people's tools",
  { timeout: 3 * minutes },
  () => {
    let api: PublishedApi;
    beforeAll(async () => {
      api = await publishApi();
      await writeDocuments(api, "openapi");
    });
    afterAll(() => api.server.close());

    const variants: [string, Partial<PublicApiOptions>][] = [
      ["plain", {}],
      [
        "with every option",
        { readAccess: "key", basePath: "/content", rateLimit: { perSecond: 5, failures: false } },
      ],
    ];

    it.each(variants)("has nothing that Redocly or Spectral would change: %s", async (name, options) => {
      const published = await publishApi(options);
      const files = await writeDocuments(published, name.replaceAll(" ", "_"));
      await published.server.close();
      writeFileSync(pathOf("spectral.yaml"), 'extends: ["spectral:oas"]\n');
      const spectralOptions = ["--quiet", "-r", "spectral.yaml", "-f", "json", "-F", "hint"];
      const [redocly, spectral] = await Promise.all([
        runTool("redocly", "lint", "--extends=recommended", "--format=json", ...files),
        runTool("spectral", "lint", ...spectralOptions, ...files),
      ]);
      const nothing = { totals: { errors: 0, warnings: 0 }, problems: [] };
      expect(reportsOf(redocly)).toMatchObject(files.map(() => nothing));
      expect(reportsOf(spectral)).toEqual([[]]);
    });

    it("make clients that compile, and work", async () => {
      await Promise.all([
        runTool("openapi-typescript", "openapi.json", "-o", "openapi.ts"),
        runTool("openapi-typescript", "openapi_admin.json", "-o", "openapi_admin.ts"),
      ]);
      writeFileSync(pathOf("generated_client.ts"), generatedClient);
      writeFileSync(pathOf("generated_admin_client.ts"), generatedAdminClient);
      writeFileSync(pathOf("package.json"), '{"type":"module"}');
      const options = [
        "--strict",
        "--exactOptionalPropertyTypes",
        "--module",
        "nodenext",
        "--target",
        "es2023",
        "--lib",
        "es2023,dom,dom.iterable",
      ];
      await runTool("tsc", ...options, "generated_client.ts", "generated_admin_client.ts");
      const { stdout } = await run(process.execPath, ["generated_client.js", api.address, api.key], {
        cwd: folder,
      });
      expect(JSON.parse(stdout)).toEqual({
        names: ["One", "Two"],
        questions: 2,
        selected: "One",
        code: "post-not-found",
        sitemap: true,
        urls: ["/", "/blog/one", "/blog/two"].map((path) => `https://acme.example${path}`),
        feed: true,
        characters: 17,
      });
      const admin = await run(
        process.execPath,
        ["generated_admin_client.js", api.adminAddress, api.ownersKey],
        { cwd: folder },
      );
      expect(JSON.parse(admin.stdout)).toEqual({
        names: ["One", "Two"],
        statuses: ["draft", "published"],
        revisions: [2, 1],
        refused: "precondition-failed",
        permissions: ["posts:read"],
        role: "author",
        requests: expect.any(Number),
        missing: "not-found",
      });
    });

    describe("behind Prism as a validating proxy", () => {
      let prism: ChildProcess;
      let proxy = "";
      beforeAll(async () => {
        const port = await freePort();
        proxy = `http://127.0.0.1:${port}`;
        const args = ["proxy", "openapi.json", api.address, "--port", String(port), "--host", "127.0.0.1"];
        prism = spawn(tool("prism"), args, { cwd: folder, env, stdio: "ignore" });
        await until(async () => (await fetch(`${proxy}/docs`)).ok, minutes);
      }, 2 * minutes);
      afterAll(async () => {
        const ended = once(prism, "close");
        prism.kill();
        await ended;
      });

      interface Sent {
        key?: Exclude<keyof PublishedApi, "server">;
        headers?: Record<string, string>;
        body?: string;
      }

      async function send(
        path: string,
        { key, headers = {}, body }: Sent = {},
      ): Promise<{ status: number; violations: Violation[] }> {
        const sent: Record<string, string> =
          key === undefined ? headers : { ...headers, "x-api-key": api[key] };
        const init =
          body === undefined
            ? { headers: sent }
            : { method: "POST", body, headers: { "content-type": "application/json", ...sent } };
        const response = await fetch(proxy + path, init);
        await response.arrayBuffer();
        const violations = JSON.parse(response.headers.get("sl-violations") ?? "[]") as Violation[];
        return { status: response.status, violations };
      }

      interface Violation {
        location: string[];
        severity: string;
        message: string;
      }

      const text = '{"text":"Closed on Sundays"}';
      const json: Sent = { headers: { accept: "application/json" } };
      const good: [string, number, Sent?][] = [
        ["/post/acme", 200],
        ["/post/acme", 200, { key: "key" }],
        [
          "/post/acme?limit=1&sort=-name&tag=faq&language=en-US&section=Articles&updatedSince=2026-01-01T00:00:00Z",
          200,
        ],
        ["/post/acme/one", 200, { key: "readingKey" }],
        ["/post/acme/one", 304, { headers: { "if-none-match": "*" } }],
        ["/post/acme/nothing", 404],
        ["/post/nobody", 404],
        ["/post/tiny", 403, { key: "key" }],
        ["/post/tiny", 429, { key: "exhaustedKey" }],
        ["/post/acme", 401, { key: "revokedKey" }],
        ["/post/acme/one", 401, { headers: { "x-api-key": "nonsense" } }],
        ["/post/acme/sitemap", 200],
        ["/sitemap/acme", 200],
        ["/sitemap/acme", 200, json],
        ["/sitemap/acme?page=1", 200],
        ["/sitemap/acme?page=1", 200, json],
        ["/sitemap/acme?page=2", 404],
        ["/post/acme/sitemap", 200, json],
        ["/sitemap/nobody", 404],
        ["/post/acme/one", 200, { headers: { accept: "text/markdown" } }],
        ["/feed/acme/rss.xml", 200],
        ["/feed/acme/atom.xml", 200],
        ["/feed/acme/feed.json", 200],
        ["/feed/tiny/feed.json", 404],
        ["/llms/acme", 200],
        ["/openapi.json", 200],
        ["/docs", 200],
        ["/docs/problems", 200],
        ["/knowledge-base", 201, { key: "key", body: text }],
        ["/knowledge-base", 201, { key: "key", body: text, headers: { "idempotency-key": "1" } }],
        [
          "/knowledge-base",
          422,
          { key: "key", body: '{"text":"Another"}', headers: { "idempotency-key": "1" } },
        ],
        ["/knowledge-base", 403, { key: "readingKey", body: text }],
      ];

      it.each(good)("sees no violation: %s %i", async (path, status, sent) => {
        expect(await send(path, sent)).toEqual({ status, violations: [] });
      });

      const bad: [string, number, Sent?][] = [
        ["/post/acme?limit=1000", 400],
        ["/post/acme?fields=nothing", 400],
        ["/post/acme?sort=size", 400],
        ["/sitemap/acme?page=one", 400],
        ["/knowledge-base", 422, { key: "key", body: '{"text":""}' }],
        ["/knowledge-base", 422, { key: "key", body: "{}" }],
        ["/knowledge-base", 401, { body: text }],
      ];

      it.each(bad)(
        "sees that the request is wrong, and the answer is right: %s %i",
        async (path, status, sent) => {
          const answer = await send(path, sent);
          expect(answer.status).toBe(status);
          expect(answer.violations.map(({ location: [where] }) => where)).toContain("request");
          expect(answer.violations.filter(({ location: [where] }) => where === "response")).toEqual([]);
        },
      );
    });
  },
);
