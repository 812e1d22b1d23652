import { describe, expect, it } from "vitest";
import { durableObjectDriver } from "../../storage-drivers/durable_object.ts";
import { describeDriver } from "../_driver_suite.ts";
import { describeHostCode } from "./_host_code_suite.ts";
import { describeHttp } from "./_http_suite.ts";
import { describeLongValues } from "./_long_values_suite.ts";
import { describeManyRedirects } from "./_many_redirects_suite.ts";
import { describeMcp } from "./_mcp_suite.ts";
import { openRemoteEngine } from "./remote_atomic.ts";
import { releaseAfterUse } from "../servers/release_after_use.ts";
import { describeOn, installedRuntime } from "./runtime.ts";
import { startWorkerd } from "./start_workerd.ts";

describeOn(installedRuntime("workerd", "workerd"), () => {
  describeHttp("HTTP by postern/cloudflare-workers over Durable Objects", () => startWorkerd("workerd.js"), {
    resolvesPaths: true,
    keepsTwoHosts: true,
    hasNoAbsoluteForm: true,
  });
  describeHostCode("Host code by postern/cloudflare-workers", () => startWorkerd("host_code_worker.js"));
  describeMcp(() => startWorkerd("workerd.js"));
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
