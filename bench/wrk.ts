import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { measuredCommand } from "./spawn_measured.ts";

const run = promisify(execFile);

/** What is sent, over and over. */
export interface Load {
  url: string;
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** A Lua script of wrk's, which makes the requests in place of the fields above. */
  script?: string;
  connections: number;
  seconds: number;
}

/** What came of it. Times in microseconds. */
export interface LoadResult {
  requests: number;
  perSecond: number;
  p50: number;
  p99: number;
  /** Answers with a status from 400 on. */
  refused: number;
  /** Connections that broke, and answers that did not come within a minute. */
  failures: number;
}

/** Sends requests by wrk, one after the other on each connection. */
export async function loadWithWrk(load: Load, scriptPath: string): Promise<LoadResult> {
  writeFileSync(scriptPath, `${load.script ?? requestScript(load)}\n${reportScript}`);
  const sizes = ["-t1", `-c${load.connections}`, `-d${load.seconds}s`, "--timeout", "60s"];
  const { stdout } = await run(...measuredCommand("wrk", [...sizes, "-s", scriptPath, load.url]));
  const report = /^REPORT (.*)$/m.exec(stdout)?.[1];
  if (report === undefined) throw new Error(`Cannot measure: wrk reported nothing\n${stdout}`);
  return JSON.parse(report) as LoadResult;
}

/** A text as Lua writes it: JSON's escapes are not all Lua's, so every byte that is not plain is written by its number. */
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
