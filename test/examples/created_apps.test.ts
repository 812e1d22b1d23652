import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { type HostName, hostNames } from "../../adapters/cli/create/starters.ts";
import { freePort } from "../free_port.ts";
import { releaseAfterUse, scratchDirectory } from "../servers/release_after_use.ts";

/** Names of hosts, or `all`. `run_created_apps.sh` sets it, and starts the registry that has this checkout. */
const wanted = process.env["POSTERN_CREATED_APPS"];
const names = wanted === "all" ? hostNames : (wanted?.split(" ") ?? []);
const hosts = names.filter((name): name is HostName => hostNames.some((host) => host === name));
const apps = hosts.flatMap((host) => [
  { host, language: "TypeScript", flag: "" },
  { host, language: "JavaScript", flag: " --js" },
]);

// Vitest sets this variable, and Next.js then looks for other files.
const { NODE_ENV: _, ...environment } = process.env;

/** Runs a command line of the docs or of a printed text. Returns its output. */
async function run(line: string, cwd: string): Promise<string> {
  const { stdout } = await promisify(execFile)("sh", ["-c", line], {
    cwd,
    env: environment,
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

/** Starts a command line that serves. Its processes end with the test at the latest. */
function start(line: string, cwd: string): { stop(): Promise<void>; output(): string; hasEnded(): boolean } {
  const child: ChildProcess = spawn("sh", ["-c", line], { cwd, env: environment, detached: true });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => (output += text));
  const ended = once(child, "exit");
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const stop = async (): Promise<void> => {
    if (hasEnded()) return;
    process.kill(-(child.pid ?? 0), "SIGKILL");
    await ended;
  };
  releaseAfterUse(stop);
  return { stop, output: () => output, hasEnded };
}

/** Replaces the port 3000 in the files of an app. */
function usePort(folder: string, port: number): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || path.includes("node_modules") || !/\.(?:tsx?|js|json)$/.test(path)) continue;
    if (entry.name === "package-lock.json") continue;
    writeFileSync(path, readFileSync(path, "utf8").replaceAll("3000", String(port)));
  }
}

interface App {
  host: HostName;
  language: string;
  hasCheck: boolean;
}

/** Returns the problems with the types of an app. An app in TypeScript checks itself, and throws. */
async function typeProblems(folder: string, { host, language, hasCheck }: App): Promise<string[]> {
  if (hasCheck !== (language === "TypeScript")) return ["Only an app in TypeScript has the script check"];
  if (hasCheck) await run(host === "deno" ? "deno task check" : "npm run check", folder);
  // TypeScript does not know the types of Deno.
  return hasCheck || host === "deno" ? [] : problemsOfJavaScript(folder);
}

/** Returns the problems that TypeScript finds in the JavaScript of an app. */
function problemsOfJavaScript(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".js") && !/node_modules|\.next/.test(name))
    .map((name) => join(folder, name));
  const program = ts.createProgram(files, {
    strict: false,
    allowJs: true,
    checkJs: true,
    noEmit: true,
    skipLibCheck: true,
    jsx: ts.JsxEmit.Preserve,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: ["node"],
    typeRoots: [resolve("node_modules/@types")],
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
    );
}

describe.skipIf(wanted === undefined)("npm create postern", () => {
  it("has a host of each wanted name", () => {
    expect(hosts.join(" ")).toBe(wanted === "all" ? hostNames.join(" ") : wanted);
  });

  it.each(apps)(
    "makes an app for $host in $language that serves its post",
    async ({ host, language, flag }) => {
      const folder = scratchDirectory();
      const app = join(folder, "my-api");
      const port = await freePort();
      const withPort = (text: string): string => text.replaceAll("3000", String(port));
      const created = withPort(await run(`npm create postern my-api -- --host ${host}${flag}`, folder));
      usePort(app, port);

      const { scripts } = JSON.parse(readFileSync(join(app, "package.json"), "utf8")) as {
        scripts: Record<string, string>;
      };
      expect(await typeProblems(app, { host, language, hasCheck: "check" in scripts })).toEqual([]);

      const [, steps = ""] = /Go on with:\n\n([^]*)$/.exec(created) ?? [];
      const [change = "", startLine = "", ...later] = steps.trim().split(/\n\s*/);
      expect(change).toBe("cd my-api");
      const checkServed = async (line: string): Promise<void> => {
        const server = start(line, app);
        for (
          let attempt = 0;
          !(await fetch(`http://localhost:${port}/`).catch(() => undefined))?.ok;
          attempt++
        ) {
          if (attempt === 600 || server.hasEnded())
            throw new Error(`${line} does not serve:\n${server.output()}`);
          await pause(200);
        }
        const seeded = later.length === 0 ? created : await run(later.join("\n"), app);
        seeds.push(seeded);
        const [first = ""] = seeds;
        const [curl = ""] = /curl -H .*/.exec(first) ?? [];
        expect(JSON.parse(await run(`${curl} --silent`, app))).toMatchObject({ name: "Hello", id: 1 });
        const [link = ""] = /http\S*token=\S*/.exec(seeded) ?? [];
        expect((await fetch(link)).status).toBe(200);
        await server.stop();
      };
      const seeds: string[] = [];
      await checkServed(`PORT=${port} ${startLine}`);
      if (scripts["build"] === undefined) return;
      await run("npm run build", app);
      await checkServed(`PORT=${port} npm start`);
    },
    900_000,
  );
});
