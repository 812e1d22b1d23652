import { expect, it } from "vitest";
import { describeHostCode } from "./_host_code_suite.ts";
import { describeEventStreams } from "./_event_streams_suite.ts";
import { describeHttp } from "./_http_suite.ts";
import { describeMedia } from "./_media_suite.ts";
import { describeMcp } from "./_mcp_suite.ts";
import { describeSqlite } from "./_sqlite_suite.ts";
import { describeStop } from "./_stop_suite.ts";
import { describeSources } from "./_sources_suite.ts";
import { describeTextWorker } from "./_text_worker_suite.ts";
import { releaseAfterUse } from "../servers/release_after_use.ts";
import { describeOn, installedRuntime } from "./runtime.ts";
import { hostFile, type RunningHost, startHost } from "./start_host.ts";

const bun = installedRuntime("Bun", "bun");

describeOn(bun, () => {
  describeHttp("HTTP by postern/bun", () => startHost(bun.command, [hostFile("bun.js")]), {
    losesSpreadAddress: true,
    resolvesPaths: true,
  });
  describeMedia("files by postern/bun", () => startHost(bun.command, [hostFile("bun.js"), "media_app"]), {
    sendsChunks: true,
  });
  describeEventStreams(() => startHost(bun.command, [hostFile("bun.js")]), { canClose: true });
  describeStop(() => startHost(bun.command, [hostFile("bun.js")]));
  describeSources(bun.command, ["run"]);
  describeHostCode("Host code by postern/bun", () =>
    startHost(bun.command, [hostFile("bun.js"), "host_code"]),
  );
  for (const chain of ["compose", "router"]) {
    const open = (): Promise<RunningHost> => startHost(bun.command, [hostFile("bun_hattip.js"), chain]);
    describeHttp(`HTTP by @hattip/adapter-bun and @hattip/${chain}`, open, {
      endsByLaterWork: true,
      resolvesPaths: true,
      keepsTwoHosts: true,
      readsHost: true,
    });
  }
  describeTextWorker(bun.command, ["run"]);
  describeMcp(() => startHost(bun.command, [hostFile("bun.js"), "mcp_app"]));
  describeSqlite("bun:sqlite", (...args) => startHost(bun.command, args));
  describeHttp("HTTP by @hattip/adapter-bun", () => startHost(bun.command, [hostFile("bun_hattip.js")]), {
    endsByLaterWork: true,
    resolvesPaths: true,
    keepsTwoHosts: true,
    readsHost: true,
  });

  it("sends a response that takes longer than 10 seconds", async () => {
    const host = await startHost(bun.command, [hostFile("bun_slow.js")]);
    releaseAfterUse(() => host.close());
    expect(await (await fetch(host.url)).text()).toBe("late");
  });
});
