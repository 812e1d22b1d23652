import type { RequestAnsweredEvent } from "../hooks.ts";
import type { ExchangeDeps } from "./exchange_deps.ts";
import type { ExchangeRequest } from "./endpoint.ts";
import type { Outgoing } from "../http/incoming.ts";

/** Calls the hook `requestAnswered`, if the host has one. */
export function notifyAnswered(
  { incoming, about, now }: ExchangeRequest,
  { status, headers, body }: Outgoing,
  { options, emit }: Pick<ExchangeDeps, "options" | "emit">,
): void {
  if (options.hooks.requestAnswered === undefined) return;
  const event: RequestAnsweredEvent = {
    get request() {
      return incoming.request;
    },
    method: incoming.method,
    status,
    milliseconds: options.clock.now() - now,
    bytes: body === null ? 0 : Number(headers.get("content-length") ?? 0),
  };
  if (about.route !== undefined) event.route = about.route;
  if (about.keyId !== undefined) event.keyId = about.keyId;
  if (about.organizationSlug !== undefined) event.organizationSlug = about.organizationSlug;
  if (about.code !== undefined) event.code = about.code;
  emit("requestAnswered", event);
}
