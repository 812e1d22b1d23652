import type { Awaitable } from "../../lib/base/awaitable.ts";
import { type HandleIncoming, HeaderList, type Incoming, type Outgoing } from "../../lib/http/mod.ts";

/** Seconds after which a client may retry. */
const retryAfter = 5;

/** Paths of the probes. Their requests are logged only at level `debug`. */
export const probePaths: ReadonlySet<string | undefined> = new Set(["/healthz", "/readyz"]);

/** Returns true for the target of a probe. */
export function isProbe(target: string): boolean {
  return probePaths.has(pathOf(target));
}

function pathOf(target: string): string {
  const [path = ""] = target.split("?", 1);
  return path;
}

/** The state of a server for load balancers. */
export interface ServerState {
  isReady: boolean;
  /** Body of the response. */
  text: string;
}

/** Responds to `/healthz` (the process is alive) and `/readyz` (it can serve posts). */
export class Health {
  readonly #readState: () => Awaitable<ServerState>;

  constructor(readState: () => Awaitable<ServerState>) {
    this.#readState = readState;
  }

  /** Responds to a probe. Returns undefined for every other path. */
  respond(incoming: Incoming): ReturnType<HandleIncoming> {
    const { method, target } = incoming;
    if (!isProbe(target)) return undefined;
    const path = pathOf(target);
    if (method !== "GET" && method !== "HEAD")
      return toOutgoing(incoming, path, 405, "Method not allowed", { allow: "GET, HEAD" });
    return path === "/healthz" ? toOutgoing(incoming, path, 200, "ok") : this.#respondReady(incoming, path);
  }

  async #respondReady(incoming: Incoming, path: string): Promise<Outgoing> {
    const { isReady, text } = await this.#readState();
    return isReady
      ? toOutgoing(incoming, path, 200, text)
      : toOutgoing(incoming, path, 503, text, { "retry-after": String(retryAfter) });
  }
}

function toOutgoing(
  { method }: Incoming,
  path: string,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): Outgoing {
  const body = new TextEncoder().encode(`${text}\n`);
  return {
    status,
    headers: HeaderList.of({
      ...headers,
      "content-type": "text/plain; charset=utf-8",
      "content-length": String(body.length),
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    }),
    body: method === "HEAD" ? null : body,
    about: { route: path },
  };
}
