import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../free_port.ts";
import { programIsMissing } from "../program_is_missing.ts";
import { releaseAfterUse, scratchDirectory } from "../servers/release_after_use.ts";

/** A proxy, which stops after the test or file. */
export interface StartedProxy {
  /** The proxy's origin: `http://127.0.0.1:8080`. */
  origin: string;
  /** Folder of the server's files, with nginx's cache. */
  folder: string;
}

/** A proxy that the tests run. */
export type ProxyName = "nginx" | "caddy" | "varnish";

/** True if tests with a server cannot run here. With `CI` set, this is an error. */
export function isMissing(server: ProxyName): boolean {
  return programIsMissing({ command: programs[server], install: server });
}

const programs = { nginx: "nginx", caddy: "caddy", varnish: "varnishd" };

/** Returns the block of code for a server from a page of the docs. */
export function snippetOf(page: string, server: string): string {
  const [, after = ""] = readFileSync(page, "utf8").split(`\n**${server}**`);
  const code = /^```\w+\n([^]*?)^```$/m.exec(after)?.[1];
  if (code === undefined) throw new Error(`${page} shows no code for ${server}`);
  return code;
}

/** Returns a file of `deploy/`. */
export function deployed(name: string): string {
  return readFileSync(join("deploy", name), "utf8");
}

/**
 * Starts nginx in front of an API, with a part of its configuration: whole servers, or locations of one.
 *
 * @param api the port of the API, or the path of its Unix socket
 */
export async function startNginx(snippet: string, api: number | string): Promise<StartedProxy> {
  const path = scratchDirectory();
  const address = typeof api === "number" ? `127.0.0.1:${api}` : `unix:${api}`;
  const port = await freePort();
  const site = (/\bserver \{/.test(snippet) ? snippet : `server { listen 80; ${snippet} }`)
    .replaceAll(/\blisten (?:80|127\.0\.0\.1:8080);/g, `listen 127.0.0.1:${port};`)
    .replaceAll(/\b(?:127\.0\.0\.1|postern-\d):300\d\b|unix:\/run\/postern\/http\.sock/g, address)
    .replaceAll("https://postern.example", `http://${address}`)
    .replaceAll("/var/cache/nginx", path);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const folders = temporary.map((name) => `${name}_temp_path ${join(path, name)};`).join(" ");
  const user = process.getuid?.() === 0 ? "user root;" : "";
  const config = `${user} daemon off; worker_processes 1; pid ${join(path, "nginx.pid")};
events {} http { access_log off; ${folders} ${site} }`;
  writeFileSync(join(path, "nginx.conf"), config);
  const args = ["-p", path, "-e", join(path, "error.log"), "-c", join(path, "nginx.conf")];
  return start("nginx", { args, port, path });
}

/** Starts Caddy in front of an API, with a site. */
export async function startCaddy(snippet: string, apiPort: number): Promise<StartedProxy> {
  const path = scratchDirectory();
  const port = await freePort();
  const site = snippet
    .replace(/^acme\.example/m, `http://127.0.0.1:${port}`)
    .replaceAll("127.0.0.1:3000", `127.0.0.1:${apiPort}`);
  writeFileSync(join(path, "Caddyfile"), `{\n\tadmin off\n\tauto_https off\n}\n${site}`);
  const env = { HOME: path, XDG_DATA_HOME: path, XDG_CONFIG_HOME: path };
  return start("caddy", { args: ["run", "--config", join(path, "Caddyfile")], port, path, env });
}

/** Starts Varnish in front of an API, with a VCL. */
export async function startVarnish(vcl: string, apiPort: number): Promise<StartedProxy> {
  const path = scratchDirectory();
  const port = await freePort();
  const file = join(path, "postern.vcl");
  writeFileSync(file, vcl.replace('.port = "3000"', `.port = "${apiPort}"`));
  // Without the jail it does not need a separate user.
  const args = ["-F", "-j", "none", "-a", `127.0.0.1:${port}`, "-f", file, "-n", join(path, "varnish")];
  return start("varnishd", { args: [...args, "-s", "malloc,64m"], port, path });
}

interface StartOptions {
  path: string;
  args: string[];
  port: number;
  env?: Record<string, string>;
}

async function start(
  command: string,
  { args, port, path: folder, env }: StartOptions,
): Promise<StartedProxy> {
  const child = spawn(command, args, { env: { ...process.env, ...env } });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  const exited = once(child, "exit");
  releaseAfterUse(async () => {
    child.kill("SIGTERM");
    await exited;
  });
  const origin = `http://127.0.0.1:${port}`;
  for (let attempt = 0; !(await isListening(origin)); attempt++) {
    if (child.exitCode !== null || attempt === 500) throw new Error(`${command} does not listen: ${output}`);
    await pause(20);
  }
  return { origin, folder };
}

async function isListening(origin: string): Promise<boolean> {
  try {
    await (await fetch(origin)).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
