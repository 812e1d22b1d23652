import { delimiter } from "node:path";
import { describeHostCode } from "./_host_code_suite.ts";
import { describeEventStreams } from "./_event_streams_suite.ts";
import { describeHttp } from "./_http_suite.ts";
import { describeMedia } from "./_media_suite.ts";
import { describeMcp } from "./_mcp_suite.ts";
import { describeSqlite } from "./_sqlite_suite.ts";
import { describeOn, type Runtime, versionOf } from "./runtime.ts";
import { hostFile, type RunningHost, startHost } from "./start_host.ts";
import { sqliteIsMissing } from "../sqlite_is_missing.ts";

/** Node versions that `run_node_versions.sh` has installed. */
const others = process.env["POSTERN_NODE_BINARIES"]?.split(delimiter) ?? [];

/** From Node 26.12 on, `@hattip/adapter-node` 0.0.49 does not answer a PUT, DELETE or OPTIONS request without a body. */
function isServedByHatTip({ version }: Runtime): boolean {
  return version !== undefined && Number.parseFloat(version) < 26;
}

/** From Node 22.13 on, SQLite needs no flag. */
function sqliteOf({ version = "" }: Runtime): string {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 13) ? "node:sqlite" : "better-sqlite3";
}

for (const command of [process.execPath, ...others]) {
  const node: Runtime = { name: "Node", command, version: versionOf(command) };
  describeOn(node, () => {
    describeHttp("HTTP by postern/node", () => startHost(command, [hostFile("node.js")]));
    describeHttp(
      "HTTP by postern/node, no handler of the host's",
      () => startHost(command, [hostFile("node.js"), "app", "api"]),
      {
        hasNoHandler: true,
      },
    );
    describeHostCode("Host code by postern/node", () =>
      startHost(command, [hostFile("node.js"), "host_code"]),
    );
    describeMedia("files by postern/node", () => startHost(command, [hostFile("node.js"), "media_app"]));
    describeMcp(() => startHost(command, [hostFile("node.js"), "mcp_app"]));
    describeEventStreams(() => startHost(command, [hostFile("node.js")]), { canClose: true });
    const library = sqliteOf(node);
    if (library === "node:sqlite" || !sqliteIsMissing())
      describeSqlite(library, (...args) => startHost(command, args));
    for (const chain of isServedByHatTip(node) ? ["compose", "router"] : []) {
      const open = (): Promise<RunningHost> => startHost(command, [hostFile("node_hattip.js"), chain]);
      describeHttp(`HTTP by @hattip/adapter-node and @hattip/${chain}`, open, {
        // If a body is cancelled, this adapter also drops the response.
        hasNoEarlyAnswers: true,
        forgetsLengthOfHead: true,
        endsByLaterWork: true,
        resolvesPaths: true,
        keepsTwoHosts: true,
        readsHost: true,
        hasNoAbsoluteForm: true,
      });
    }
  });
}
