import { once } from "node:events";
import { createServer } from "node:net";
import { originOf } from "../../serving/serve_options.ts";
import type { Finding } from "./finding.ts";

/** Milliseconds within which a server on the port must respond. */
const deadline = 1000;

/** Checks that a server can listen on an address, or that a Postern server already listens there. */
export async function checkListening(
  check: string,
  { port, host }: { port: string; host: string },
): Promise<Finding> {
  if (Number(port) === 0) return { check, status: "ok", detail: "the server chooses a free port" };
  const name = `port ${port} of ${host}`;
  const failure = await tryToListen(Number(port), host);
  if (failure === undefined) return { check, status: "ok", detail: `${name} is free` };
  if (failure !== "EADDRINUSE") {
    const remedy = remedies[failure] ?? "choose another port";
    return { check, status: "failed", detail: `cannot listen on ${name}: ${failure}`, remedy };
  }
  if (await isServing(originOf(host, Number(port)))) {
    return { check, status: "ok", detail: `a server responds on ${name}` };
  }
  const remedy = "stop that program, or choose another port";
  return { check, status: "failed", detail: `another program uses ${name}`, remedy };
}

const remedies: Readonly<Record<string, string>> = {
  EACCES: "choose a port above 1023, or allow the process to use this port",
  EADDRNOTAVAIL: "choose an address of this machine",
  ENOTFOUND: "choose an address of this machine",
};

/** Returns the error code, or undefined on success. */
async function tryToListen(port: number, host: string): Promise<string | undefined> {
  const server = createServer();
  try {
    server.listen({ port, host });
    await once(server, "listening");
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
  server.close();
  await once(server, "close");
  return undefined;
}

async function isServing(origin: string): Promise<boolean> {
  try {
    const response = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(deadline) });
    return response.ok && (await response.text()) === "ok\n";
  } catch {
    return false;
  }
}
