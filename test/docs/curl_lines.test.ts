import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { runPostern, startPostern } from "../adapters/start_process.ts";
import { scratchDirectory } from "../servers/release_after_use.ts";
import { curlIsMissing } from "../program_is_missing.ts";

const run = promisify(execFile);

/** A command of the docs, and the status that a comment on it states: `# 404`; any 2xx without one. */
interface CurlLine {
  place: string;
  command: string;
  status: RegExp;
}

/** The address that the docs call the demonstration by. */
const address = "http://127.0.0.1:3000";

/** The curl commands in the bash blocks of a page. */
function curlLines(file: string): CurlLine[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/^```bash\n([^]*?)^```$/gm)].flatMap(({ 1: block = "", index }) => {
    const place = `${file}:${text.slice(0, index).split("\n").length}`;
    const commands = block
      .replaceAll("\\\n", " ")
      .split("\n")
      .filter((line) => line.startsWith("curl "));
    return commands.map((line) => {
      const [command = line, status = "2\\d\\d"] = line.split(" # ");
      return { place, command, status: new RegExp(`^${status}$`) };
    });
  });
}

/** The pages of hosts and the tutorial request an app of their own: hosts.test.ts and tutorial.test.ts run theirs. */
const pages = readdirSync("docs", { recursive: true, encoding: "utf8" }).filter(
  (name) => name.endsWith(".md") && !name.startsWith("hosts/") && name !== "tutorial.md",
);
const lines = ["README.md", ...pages.map((name) => `docs/${name}`)].flatMap(curlLines);

/** Converts a value of the README: a text that ends with "…" is shortened. */
function toExpected(_name: string, value: unknown): unknown {
  if (typeof value !== "string" || !value.endsWith("…")) return value;
  return expect.stringContaining(value.slice(0, -1)) as unknown;
}

describe.skipIf(curlIsMissing())("the curl lines of the docs", () => {
  const cwd = scratchDirectory();
  let base = "";
  let mcpBase = "";
  let key = "";

  beforeAll(async () => {
    const storage = "--storage lmdb:data";
    mkdirSync(join(cwd, "posts"));
    writeFileSync(join(cwd, "posts/hello.md"), "---\ntitle: Hello\n---\n\nHello, world\n");
    runPostern(`org create acme --name Acme --site-url https://acme.example ${storage}`, { cwd });
    runPostern(`post import posts ${storage}`, { cwd });
    const demo = startPostern(`demo --port 0 ${storage}`, { cwd });
    await demo.waitFor(/Ctrl-C/);
    [, base = ""] = await demo.waitFor(/Base URL {2}(\S+?)\/api\/public\/v1/);
    [, key = ""] = await demo.waitFor(/API key {3}(\S+)/);
    const assistants = startPostern(`serve --mcp on --port 0 ${storage}`, { cwd });
    [, mcpBase = ""] = await assistants.waitFor(/(http:\S+?)\/api\/public\/v1/);
  });

  it("are found", () => {
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.filter(({ command }) => !command.includes(address))).toEqual([]);
  });

  it("show in the README what the demonstration responds", async () => {
    const readme = readFileSync("README.md", "utf8");
    const shown = /^```bash\ncurl -s '([^']+)'\n```\n\n```json\n([^]*?)^```$/m.exec(readme);
    const [, url = "", body = ""] = shown ?? [];
    const expected = JSON.parse(body, toExpected) as unknown;
    const response = await fetch(url.replace(address, base));
    expect(await response.json()).toEqual(expected);
  });

  it.each(lines.map((line) => [line.place, line.command, line] as const))(
    "work: %s %s",
    async (_place, _command, { command, status }) => {
      const server = command.includes("/mcp/") ? mcpBase : base;
      const line = `${command.replaceAll(address, server)} -o /dev/null -w '%{http_code}'`;
      const { stdout } = await run("sh", ["-c", line], {
        cwd,
        env: { ...process.env, KEY: key },
      });
      expect(stdout.slice(-3)).toMatch(status);
    },
  );
});
