import { execFileSync } from "node:child_process";
import { beforeAll, describe, expect, it } from "vitest";
import { programIsMissing } from "../program_is_missing.ts";
import { Metrics } from "../../adapters/standalone/metrics.ts";
import { StandaloneWorld } from "./standalone_world.ts";

let world: StandaloneWorld;
let address: string;

beforeAll(async () => {
  world = await StandaloneWorld.open("--log", "none", "--metrics", "0");
  address = await world.metricsUrl();
});

describe("metrics", () => {
  it("count requests by route, method and status, and refusals by reason", async () => {
    await world.send("/api/public/v1/post/acme/long");
    await world.send("/api/public/v1/post/acme/short", {}, "HEAD");
    await world.send("/api/public/v1/post/acme/none");
    await world.send("/made/up/by/a/client", {}, "PROPFIND");
    await world.send("/healthz");
    await world.send("/api/public/v1/post/acme", { "x-api-key": "none" });
    const text = await (await fetch(address)).text();
    const count = (labels: string): number | undefined => {
      const line = `postern_http_request_duration_seconds_count{${labels}} `;
      const found = text.split("\n").find((one) => one.startsWith(line));
      return found === undefined ? undefined : Number(found.slice(line.length));
    };
    const post = 'route="/api/public/v1/post/{organizationSlug}/{slug}"';
    expect(count(`${post},method="GET",status="200"`)).toBe(1);
    expect(count(`${post},method="HEAD",status="200"`)).toBe(1);
    expect(count(`${post},method="GET",status="404"`)).toBe(1);
    expect(count('route="none",method="other",status="404"')).toBe(1);
    expect(count('route="/healthz",method="GET",status="200"')).toBe(1);
    expect(text).toMatch(/^postern_key_refusals_total\{reason="malformed"\} 1$/m);
    expect(text).toMatch(/^postern_http_requests_in_flight 0$/m);
    expect(text).toMatch(/^postern_webhook_events_waiting 0$/m);
    expect(text).toMatch(/^postern_webhook_oldest_waiting_seconds 0$/m);
    expect(text).toMatch(/^postern_store_errors_total 0$/m);
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m);
  });

  it("read the waiting events once for each scrape, and keep them if the store does not respond", async () => {
    const metrics = new Metrics(() => 0, undefined);
    const waiting = { waiting: 3, oldestWaitingAt: new Date(Date.now() - 60_000).toISOString() };
    const answers = [async () => waiting, async () => Promise.reject(new Error("no response"))];
    let reads = 0;
    metrics.watchWebhooks(async () => answers[reads++]?.() ?? waiting);
    for (const scrape of [1, 2]) {
      const text = await metrics.text();
      expect(reads).toBe(scrape);
      expect(text).toMatch(/^postern_webhook_events_waiting 3$/m);
      expect(text).toMatch(/^postern_webhook_oldest_waiting_seconds [67]\d/m);
    }
  });

  it("are not at the public address", async () => {
    expect(new URL(address).hostname).toBe("127.0.0.1");
    expect((await world.send("/metrics")).status).toBe(404);
    expect((await fetch(new URL("/", address))).status).toBe(404);
  });

  it.skipIf(programIsMissing({ command: "promtool", install: "prometheus" }))(
    "are in the format of Prometheus",
    async () => {
      const answer = await fetch(address);
      expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
      let complaints = "";
      try {
        execFileSync("promtool", ["check", "metrics"], { input: await answer.text(), stdio: "pipe" });
      } catch (error) {
        complaints = String((error as { stderr: unknown }).stderr);
      }
      // Its style is no fault of the format: these three names are the library's.
      expect(
        complaints.replaceAll(/^nodejs_active_\w+_total non-counter metrics should not have .*\n/gm, ""),
      ).toBe("");
    },
  );
});
