import { type DenoKv, denoKvDriver } from "../../storage-drivers/deno_kv.ts";
import { describeDriver } from "../_driver_suite.ts";
import { describeHostCode } from "./_host_code_suite.ts";
import { describeEventStreams } from "./_event_streams_suite.ts";
import { describeHttp } from "./_http_suite.ts";
import { describeLongValues } from "./_long_values_suite.ts";
import { describeManyRedirects } from "./_many_redirects_suite.ts";
import { describeMedia } from "./_media_suite.ts";
import { describeMcp } from "./_mcp_suite.ts";
import { describeSqlite } from "./_sqlite_suite.ts";
import { describeStop } from "./_stop_suite.ts";
import { describeSources } from "./_sources_suite.ts";
import { describeTextWorker } from "./_text_worker_suite.ts";
import { openRemoteEngine } from "./remote_atomic.ts";
import { describeOn, installedRuntime } from "./runtime.ts";
import { hostFile, startHost } from "./start_host.ts";

const deno = installedRuntime("Deno", "deno");
const start = (...args: string[]): ReturnType<typeof startHost> =>
  startHost(deno.command, ["run", "--no-lock", "--allow-all", "--unstable-kv", ...args]);

/** Stands for the database in the other process. */
const unusedKv: DenoKv = {
  getMany: () => Promise.reject(new Error("not used")),
  list: () => {
    throw new Error("not used");
  },
  atomic: () => {
    throw new Error("not used");
  },
  close: () => undefined,
};

describeOn(deno, () => {
  describeHttp("HTTP by postern/deno", () => start(hostFile("deno.js")));
  describeHttp("HTTP by postern/deno over Deno KV", () => start(hostFile("deno.js"), "app", "kv"));
  describeHostCode("Host code by postern/deno", () => start(hostFile("deno.js"), "host_code"), {
    cannotFetch: true,
  });
  describeMedia("files by postern/deno", () => start(hostFile("deno.js"), "media_app"));
  describeEventStreams(() => start(hostFile("deno.js")), { canClose: true });
  describeStop(() => start(hostFile("deno.js")));
  describeSources(deno.command, ["run", "--no-lock", "--allow-env"]);
  describeTextWorker(deno.command, ["run", "--no-lock", "--allow-env", "--allow-read"]);
  describeMcp(() => start(hostFile("deno.js"), "mcp_app"));
  describeSqlite("node:sqlite", start);
  const { limits } = denoKvDriver({ kv: unusedKv }).atomic;
  const open = openRemoteEngine(() => start(hostFile("deno_kv_driver.js")), limits);
  describeDriver("Deno KV", open);
  describeLongValues(open);
  describeManyRedirects(open);
});
