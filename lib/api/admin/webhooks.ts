import type { AdminWebhookAddress, WebhookActions } from "../actions/webhook_actions.ts";
import { notAllowed } from "../../http/mod.ts";
import type { WebhookDeliveryQuery, WebhookInput } from "../../webhooks/mod.ts";
import { ends, pages, shows } from "./admin_handlers.ts";
import type { AdminHandler, AdminRequest, AdminRoute } from "./admin_route.ts";
import type { Part } from "./page_query.ts";

/** The paths of webhooks. Only the responses to `POST /webhooks` and `roll` contain a secret. */
export const webhookRoutes: readonly AdminRoute[] = [
  {
    path: "webhooks",
    hasQuery: ["GET"],
    GET: pages("webhooks", async ({ actor, admin }, part) => admin.webhooks.list(actor, part)),
    POST: shows(async ({ actor, admin, body }) => {
      const input = (await body()) as WebhookInput;
      return admin.webhooks.create(actor, input);
    }, 201),
  },
  {
    path: "webhooks/{id}",
    GET: showsResult(async (webhooks, address) => webhooks.get(address)),
    PATCH: showsResult(async (webhooks, address, { body }) => webhooks.update(address, await body())),
    DELETE: ends(async (request) => request.admin.webhooks.delete(addressOf(request))),
  },
  {
    path: "webhooks/{id}/roll",
    POST: showsResult(async (webhooks, address, { optionalBody }) =>
      webhooks.rollSecret(address, await optionalBody()),
    ),
  },
  { path: "webhooks/{id}/pause", POST: showsResult(async (webhooks, address) => webhooks.pause(address)) },
  { path: "webhooks/{id}/resume", POST: showsResult(async (webhooks, address) => webhooks.resume(address)) },
  { path: "webhooks/{id}/test", POST: showsResult(async (webhooks, address) => webhooks.test(address)) },
  {
    path: "webhooks/{id}/deliveries",
    hasQuery: ["GET"],
    GET: pages("deliveries", async (request, part) =>
      numberedPart(part, async (query) => request.admin.webhooks.deliveries(addressOf(request), query)),
    ),
  },
  {
    path: "webhooks/{id}/deliveries/{number}/redeliver",
    POST: showsResult(async (webhooks, address, { number }) =>
      webhooks.redeliver(address, /^\d{1,15}$/.test(number) ? Number(number) : 0),
    ),
  },
  {
    path: "webhooks/{id}/abandoned",
    hasQuery: ["GET"],
    GET: pages(
      "events",
      async (request, part) =>
        numberedPart(part, async (query) => request.admin.webhooks.abandoned(addressOf(request), query)),
      "abandoned-events",
    ),
  },
  {
    path: "webhooks/{id}/abandoned/redeliver",
    POST: showsResult(async (webhooks, address, { optionalBody }) => ({
      redelivered: await webhooks.redeliverAbandoned(address, await optionalBody()),
    })),
  },
];

/** Responds with the result of an action on the webhook of the path. */
function showsResult(
  act: (webhooks: WebhookActions, address: AdminWebhookAddress, request: AdminRequest) => Promise<object>,
): AdminHandler {
  return shows(async (request) => act(request.admin.webhooks, addressOf(request), request));
}

/** Reads a part of a list whose items have numbers. */
async function numberedPart<Items extends object>(
  { limit, after }: Part,
  read: (query: WebhookDeliveryQuery) => Promise<Items & { next: number | null }>,
): Promise<Items & { next: string | null }> {
  if (after !== undefined && !/^\d{1,15}$/.test(after)) throw notAllowed("cursor", "is of a different list");
  const found = await read(after === undefined ? { limit } : { limit, before: Number(after) });
  return { ...found, next: found.next === null ? null : String(found.next) };
}

function addressOf({ actor, id: webhookId }: AdminRequest): AdminWebhookAddress {
  return { actor, webhookId };
}
