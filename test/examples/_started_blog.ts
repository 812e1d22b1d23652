import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

/** Addresses of the blog and of its Postern, as `demo/set_up.js` sets them. */
export const blogOrigin = "http://localhost:3000";
export const posternOrigin = "http://127.0.0.1:3100";

export interface StartedBlog {
  /** Runs the `postern` command on the blog's store, and returns its JSON. */
  run(...args: string[]): Promise<Record<string, unknown>>;
  stop(): Promise<void>;
}

/** Runs `npm run demo` in an installed copy of the blog, and waits until the blog responds. */
export async function startBlog(folder: string): Promise<StartedBlog> {
  for (const origin of [blogOrigin, posternOrigin]) {
    if (await responds(origin)) throw new Error(`Cannot start the blog: ${origin} is in use`);
  }
  // Next.js does not read `.env.local` with NODE_ENV=test, which Vitest sets.
  const { NODE_ENV: _, ...env } = process.env;
  const child = spawn("npm", ["run", "demo"], { cwd: folder, env, stdio: "inherit", detached: true });
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null) return;
    const ended = once(child, "exit");
    process.kill(-(child.pid ?? 0), "SIGTERM");
    await ended;
  };
  for (let attempt = 0; !(await responds(blogOrigin)); attempt++) {
    if (child.exitCode !== null || attempt === 600) {
      await stop();
      throw new Error("npm run demo does not start the blog");
    }
    await pause(200);
  }
  return { run: (...args) => runPostern(folder, args), stop };
}

async function responds(origin: string): Promise<boolean> {
  return fetch(origin).then(
    () => true,
    () => false,
  );
}

async function runPostern(folder: string, args: string[]): Promise<Record<string, unknown>> {
  const command = ["node_modules/postern/bundle/cli.js", ...args, "--json"];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: folder });
  return JSON.parse(stdout) as Record<string, unknown>;
}
