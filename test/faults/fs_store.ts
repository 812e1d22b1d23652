import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { setTimeout as pause } from "node:timers/promises";
import { fsDriver } from "../../storage-drivers/fs.ts";

const writer = fileURLToPath(new URL("fs_writer.mjs", import.meta.url));

export interface Said {
  acknowledged: number[];
  failed: string[];
  refused: string[];
}

/** Lets a process write to a directory, optionally under another program, and optionally kills it. */
export async function letWrite(
  path: string,
  options: { commits?: number; padding?: number; under?: string[]; life?: number } = {},
): Promise<Said> {
  const { commits = Infinity, padding = 0, under = [], life } = options;
  const parts = [...under, process.execPath, writer, path, String(commits), String(padding)];
  const [program = "", ...values] = parts;
  // One thread for files, because strace counts the calls of each thread separately.
  const env = { ...process.env, UV_THREADPOOL_SIZE: under.length > 0 ? "1" : "4" };
  const child = spawn(program, values, { stdio: ["ignore", "pipe", "ignore"], env });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  const ended = once(child, "close");
  if (life !== undefined) {
    await Promise.race([once(child.stdout, "data"), ended]);
    await pause(life);
    child.kill("SIGKILL");
  }
  await ended;
  return parse(output);
}

/** Returns the number of the last commit in a directory, and throws if only a part of a commit is there. */
export async function readWhole(path: string): Promise<number> {
  const driver = fsDriver({ path });
  try {
    const records = await driver.atomic.list("org!acme", { limit: 100 });
    if (records.length === 0) return 0;
    const numbers = new Set(records.map(({ value }) => Number(value["n"] ?? value["sum"])));
    const [n = 0] = numbers;
    const keys = records.map(({ key }) => key).join(" ");
    if (numbers.size !== 1 || keys !== `a b!b c!c!c count trace!${n}`) {
      throw new Error(`Half of a commit is there: ${JSON.stringify(records).slice(0, 500)}`);
    }
    return n;
  } finally {
    await driver.dispose?.();
  }
}

function parse(output: string): Said {
  const said: Said = { acknowledged: [], failed: [], refused: [] };
  for (const line of output.split("\n").filter((line) => line.endsWith("}"))) {
    const { acknowledged, failed, refused } = JSON.parse(line) as {
      acknowledged?: number;
      failed?: string;
      refused?: string;
    };
    if (acknowledged !== undefined) said.acknowledged.push(acknowledged);
    if (failed !== undefined) said.failed.push(failed);
    if (refused !== undefined) said.refused.push(refused);
  }
  return said;
}
