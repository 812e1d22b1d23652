import type { World } from "../api/world.ts";

/** The request of a client. */
export interface Asked {
  key: string;
  path?: string;
  headers?: Record<string, string>;
}

/** Sends a request from a client address. It uses HatTip's interface, because Fetch has no addresses. */
export async function askFrom(
  { api }: Pick<World, "api">,
  ip: string,
  { key, path = "/post/acme", headers = {} }: Asked,
): Promise<Response> {
  const request = new Request(`http://localhost/api/public/v1${path}`, {
    headers: { ...headers, "x-api-key": key },
  });
  return api.handler({
    request,
    ip,
    platform: undefined,
    env: () => undefined,
    passThrough: () => undefined,
    waitUntil: () => undefined,
  });
}
