import { describeDriver } from "../_driver_suite.ts";
import { describeHttp } from "./_http_suite.ts";
import { openRemoteEngine } from "./remote_atomic.ts";
import { describeOn, installedRuntime } from "./runtime.ts";
import { startWorkerd } from "./start_workerd.ts";

describeOn(installedRuntime("workerd", "workerd"), () => {
  describeHttp("HTTP by postern/cloudflare-workers over Durable Objects", () => startWorkerd("workerd.js"));
  describeDriver(
    "Durable Object",
    openRemoteEngine(() => startWorkerd("durable_object_driver.js")),
  );
});
