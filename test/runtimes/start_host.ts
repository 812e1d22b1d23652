import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export interface RunningHost {
  /** `http://127.0.0.1:3000` */
  url: string;
  /** Rejects if the host does not stop within 20 seconds, and kills it. */
  close(): Promise<void>;
}

export function hostFile(name: string): string {
  return fileURLToPath(new URL(`./hosts/${name}`, import.meta.url));
}

/** Starts a host in a separate process, and waits until it prints its URL. */
export async function startHost(command: string, args: readonly string[]): Promise<RunningHost> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  const closed = once(child, "close");
  closed.catch(() => undefined);
  let output = "";
  const url = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        const found = /listening on (http:\S+)/.exec(output)?.[1];
        if (found !== undefined) resolve(found);
      });
    }
    closed.then(
      () => reject(new Error(`Cannot start ${command} ${args.join(" ")}: it ended\n${output}`)),
      reject,
    );
  });
  const close = async (): Promise<void> => {
    child.kill("SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), 20_000);
    await closed;
    clearTimeout(timer);
    if (child.signalCode === "SIGKILL") throw new Error(`${command} ${args.join(" ")} did not stop`);
  };
  return { url: await url, close };
}
