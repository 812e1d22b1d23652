import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describeClientOn, type ClientAddresses } from "./_client_suite.ts";
import { releaseAfterUse } from "../servers/release_after_use.ts";
import { describeOn, installedRuntime, versionOf } from "./runtime.ts";
import { hostFile } from "./start_host.ts";
import { startWorkerd } from "./start_workerd.ts";

function inProcess(command: string, ...args: string[]): (addresses: ClientAddresses) => Promise<unknown> {
  return async (addresses) => {
    const script = [...args, hostFile("client_process.js"), JSON.stringify(addresses)];
    const { stdout } = await promisify(execFile)(command, script, { timeout: 280_000 });
    return JSON.parse(stdout) as unknown;
  };
}

const [bun, deno] = [installedRuntime("Bun", "bun"), installedRuntime("Deno", "deno")];

describeOn({ name: "Node", command: process.execPath, version: versionOf(process.execPath) }, () => {
  describeClientOn(inProcess(process.execPath));
});

describeOn(bun, () => {
  describeClientOn(inProcess(bun.command, "run"));
});

describeOn(deno, () => {
  describeClientOn(inProcess(deno.command, "run", "--no-lock", "--allow-net"));
});

describeOn(installedRuntime("workerd", "workerd"), () => {
  describeClientOn(async (addresses) => {
    const worker = await startWorkerd("client_worker.js");
    releaseAfterUse(() => worker.close());
    const response = await fetch(worker.url, { method: "POST", body: JSON.stringify(addresses) });
    return response.json();
  });
});
