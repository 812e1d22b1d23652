import { join } from "node:path";
import { expect } from "vitest";
import { runPostern, type StartedProcess, startPostern } from "../adapters/start_process.ts";
import { freePort } from "../free_port.ts";
import { releaseAfterUse } from "../servers/release_after_use.ts";
import { temporaryDirectory } from "../temporary_directory.ts";

/** Starts `postern serve` with the sign-in of assistants. Returns its URL, and the link that signs the owner of "acme" in. */
export async function serveSignIn(): Promise<{ url: string; link: string; server: StartedProcess }> {
  const { path, remove } = temporaryDirectory();
  releaseAfterUse(remove);
  const env = { POSTERN_STORAGE: `fs:${join(path, "data")}` };
  const run = (line: string): string => {
    const { code, out, error } = runPostern(line, { env });
    expect([line, code, error]).toEqual([line, 0, error]);
    return out;
  };
  run("org create acme --name Acme --site-url https://acme.example");
  run("user create Ada --email ada@acme.example");
  run("member add ada@acme.example --role owner");
  const url = `http://127.0.0.1:${await freePort()}`;
  const link = /http:\S+/.exec(run(`user sign-in-link ada@acme.example --origin ${url}`))?.[0] ?? "";
  const origins = `--api-origin ${url} --origin ${url} --port ${new URL(url).port}`;
  const server = startPostern(`serve --mcp on --mcp-sign-in registration ${origins}`, { env });
  await server.waitFor(/at (http:\S+?)\/api\/public\/v1/);
  return { url, link, server };
}
