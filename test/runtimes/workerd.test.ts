import { describe, expect, it } from "vitest";
import { durableObjectDriver } from "../../storage-drivers/durable_object.ts";
import { describeDriver } from "../_driver_suite.ts";
import { describeHostCode } from "./_host_code_suite.ts";
import { describeEventStreams } from "./_event_streams_suite.ts";
import { describeHttp } from "./_http_suite.ts";
import { describeLongValues } from "./_long_values_suite.ts";
import { describeManyRedirects } from "./_many_redirects_suite.ts";
import { describeMedia } from "./_media_suite.ts";
import { describeMcp } from "./_mcp_suite.ts";
import { openRemoteEngine } from "./remote_atomic.ts";
import { releaseAfterUse } from "../servers/release_after_use.ts";
import { describeOn, installedRuntime } from "./runtime.ts";
import { until } from "../storage-drivers/_redis_server.ts";
import { startWorkerd } from "./start_workerd.ts";

interface Counted {
  days: { requests: Record<string, number> }[];
  queries: { query: string; count: number }[];
}

function describeCounts(): void {
  describe("counts of requests", () => {
    it.each([
      ["toWorker", ""],
      ["api.fetch, which has no waitUntil", "/plain"],
    ])("are all stored by %s", async (_name, root) => {
      const worker = await startWorkerd("counting_worker.js");
      releaseAfterUse(() => worker.close());
      const { key } = (await (await fetch(`${worker.url}/seed`)).json()) as { key: string };
      const get = async (path: string, headers: HeadersInit = {}): Promise<number> => {
        const response = await fetch(`${worker.url}${root}/api/public/v1${path}`, { headers });
        await response.text();
        return response.status;
      };
      for (let number = 0; number < 6; number++) {
        await Promise.all([
          get("/post/acme"),
          get("/post/acme/none"),
          get(`/search/acme?q=nothing${number % 2}`),
        ]);
      }
      const statuses = [1, 2, 3, 4].map(() => () => get("/post/acme", { "x-api-key": key }));
      expect(await inTurn(statuses)).toEqual([200, 200, 429, 429]);
      await until(async () => {
        const { days, queries } = (await (await fetch(`${worker.url}/stored`)).json()) as Counted;
        const requests = days.flatMap(({ requests: counts }) => Object.values(counts));
        expect(requests.reduce((sum, count) => sum + count, 0)).toBe(22);
        expect(queries.map(({ count }) => count)).toEqual([3, 3]);
        return true;
      });
    });
  });
}

async function inTurn<Result>(tasks: readonly (() => Promise<Result>)[]): Promise<Result[]> {
  const results: Result[] = [];
  for (const task of tasks) results.push(await task());
  return results;
}

describeOn(installedRuntime("workerd", "workerd"), () => {
  describeHttp("HTTP by postern/cloudflare-workers over Durable Objects", () => startWorkerd("workerd.js"), {
    resolvesPaths: true,
    keepsTwoHosts: true,
    readsHost: true,
    hasNoAbsoluteForm: true,
  });
  describeHostCode("Host code by postern/cloudflare-workers", () => startWorkerd("host_code_worker.js"));
  describeMedia("files in R2 by postern/cloudflare-workers", () => startWorkerd("media_worker.js"));
  describeMcp(() => startWorkerd("workerd.js"));
  describeEventStreams(() => startWorkerd("workerd.js"));
  describeCounts();
  describe("postern/faq alone", () => {
    it("extracts entries", async () => {
      const worker = await startWorkerd("extract_faq.js");
      releaseAfterUse(() => worker.close());
      const body = "<h2>Is it open? <a href=#open>#</a></h2><p>It is.</p>";
      const response = await fetch(worker.url, { method: "POST", body });
      expect(await response.json()).toEqual([{ question: "Is it open?", answer: "It is." }]);
    });
  });
  const namespace = { idFromName: () => ({}), get: () => Promise.reject(new Error("not used")) as never };
  const { limits } = durableObjectDriver({ namespace }).atomic;
  const open = openRemoteEngine(() => startWorkerd("durable_object_driver.js"), limits);
  describeDriver("Durable Object", open);
  describeLongValues(open);
  describeManyRedirects(open);
});
