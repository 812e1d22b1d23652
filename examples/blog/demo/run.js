/** Creates the store at the first start. Then starts Postern, builds the blog, and starts it: `npm run demo` */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

const next = "node_modules/next/dist/bin/next";

function start(...args) {
  const child = spawn(process.execPath, args, { stdio: "inherit" });
  child.once("exit", (code) => code === 0 || process.exit(1));
  process.once("exit", () => child.kill());
  return child;
}

const run = (...args) => once(start(...args), "exit");

process.once("SIGINT", () => process.exit()).once("SIGTERM", () => process.exit());
process.loadEnvFile(".env");

if (!existsSync(".env.local")) await run("demo/set_up.js");
start("node_modules/postern/bundle/cli.js", "serve");
while (!(await fetch(process.env.POSTERN_URL).catch(() => undefined))) await pause(100);
await run(next, "build");
start(next, "start");
