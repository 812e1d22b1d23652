import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { measuredCommand } from "./spawn_measured.ts";

const run = promisify(execFile);

/** The repeated request. */
export interface Load {
  url: string;
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** A Lua script for wrk that creates the requests, instead of the fields above. */
  script?: string;
  connections: number;
  seconds: number;
}

/** The results of a load. Times are in microseconds. */
export interface LoadResult {
  requests: number;
  perSecond: number;
  p50: number;
  p99: number;
  /** Responses with a status of 400 or higher. */
  refused: number;
  /** Broken connections, and responses that took longer than a minute. */
  failures: number;
}

/** Sends requests with wrk, one after the other on each connection. */
export async function loadWithWrk(load: Load, scriptPath: string): Promise<LoadResult> {
  writeFileSync(scriptPath, `${load.script ?? requestScript(load)}\n${reportScript}`);
  const sizes = ["-t1", `-c${load.connections}`, `-d${load.seconds}s`, "--timeout", "60s"];
  const { stdout } = await run(...measuredCommand("wrk", [...sizes, "-s", scriptPath, load.url]));
  const report = /^REPORT (.*)$/m.exec(stdout)?.[1];
  if (report === undefined) throw new Error(`Cannot measure: wrk reported nothing\n${stdout}`);
  return JSON.parse(report) as LoadResult;
}

/** Returns a Lua string literal. Special bytes are escaped by their number, because Lua does not know all of JSON's escapes. */
export function luaString(text: string): string {
  const escaped = Buffer.from(text, "utf8").toString("latin1");
  return `"${escaped.replace(/[^ !#-[\]-~]/g, (byte) => `\\${String(byte.charCodeAt(0)).padStart(3, "0")}`)}"`;
}

function requestScript({ method = "GET", headers = {}, body }: Load): string {
  const lines = [`wrk.method = ${luaString(method)}`];
  for (const [name, value] of Object.entries(headers)) {
    lines.push(`wrk.headers[${luaString(name)}] = ${luaString(value)}`);
  }
  if (body !== undefined) lines.push(`wrk.body = ${luaString(body)}`);
  return lines.join("\n");
}

const reportScript = `
done = function(summary, latency)
  local e = summary.errors
  print(string.format(
    'REPORT {"requests":%d,"perSecond":%f,"p50":%f,"p99":%f,"refused":%d,"failures":%d}',
    summary.requests, summary.requests / (summary.duration / 1000000), latency:percentile(50), latency:percentile(99),
    e.status, e.connect + e.read + e.write + e.timeout))
end`;
