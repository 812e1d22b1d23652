import type { AdminWebhookAddress } from "../actions/webhook_actions.ts";
import {
  emptyResponse,
  jsonResponse,
  type PreparedResponse,
  notAllowed,
  parseQuery,
  readJsonBody,
  readOptionalJsonBody,
} from "../../http/mod.ts";
import type { WebhookDeliveryQuery, WebhookInput } from "../../webhooks/mod.ts";
import type { EndpointDeps } from "../public/endpoint_deps.ts";
import type { AdminHandler, AdminRequest } from "./admin_route.ts";
import { pageOf, pageQuery } from "./page_query.ts";

const deliveries = "deliveries";
const abandoned = "abandoned-events";

/** `GET /webhooks`: the webhooks of the organization. */
export const listWebhooks: AdminHandler = async ({ url, actor, request }, deps) => {
  const page = parseQuery(pageQuery, url.searchParams);
  return pageOf({ ...page, field: "webhooks", list: "webhooks" }, { request, deps }, async (part) =>
    deps.admin.webhooks.list(actor, part),
  );
};

/** `POST /webhooks`: creates a webhook. Only this response contains its secret. */
export const createWebhook: AdminHandler = async ({ request, actor }, { admin, options }) => {
  const { value } = await readJsonBody(request, options.limits.bodyBytes);
  return jsonResponse(await admin.webhooks.create(actor, value as WebhookInput), 201);
};

/** `GET /webhooks/{id}`: a single webhook. */
export const showWebhook: AdminHandler = async (request, { admin }) =>
  jsonResponse(await admin.webhooks.get(addressOf(request)));

/** `PATCH /webhooks/{id}`: changes a webhook. */
export const updateWebhook: AdminHandler = async (request, { admin, options }) => {
  const { value } = await readJsonBody(request.request, options.limits.bodyBytes);
  return jsonResponse(await admin.webhooks.update(addressOf(request), value));
};

/** `DELETE /webhooks/{id}`: deletes a webhook. */
export const deleteWebhook: AdminHandler = async (request, { admin }) => {
  await admin.webhooks.delete(addressOf(request));
  return emptyResponse(204);
};

/** `POST /webhooks/{id}/roll`: replaces the secret. Only this response contains the new secret. */
export const rollWebhook: AdminHandler = async (request, { admin, options }) => {
  const input = await readOptionalJsonBody(request.request, options.limits.bodyBytes);
  return jsonResponse(await admin.webhooks.rollSecret(addressOf(request), input));
};

/** `POST /webhooks/{id}/pause`: stops the deliveries. */
export const pauseWebhook: AdminHandler = async (request, { admin }) =>
  jsonResponse(await admin.webhooks.pause(addressOf(request)));

/** `POST /webhooks/{id}/resume`: continues the deliveries. */
export const resumeWebhook: AdminHandler = async (request, { admin }) =>
  jsonResponse(await admin.webhooks.resume(addressOf(request)));

/** `POST /webhooks/{id}/test`: sends a test event. */
export const testWebhook: AdminHandler = async (request, { admin }) =>
  jsonResponse(await admin.webhooks.test(addressOf(request)));

/** `GET /webhooks/{id}/deliveries`: the attempts of the last 30 days, newest first. */
export const listDeliveries: AdminHandler = async (request, deps) =>
  numberedPage(request, deps, {
    field: "deliveries",
    list: deliveries,
    read: async (query) => deps.admin.webhooks.deliveries(addressOf(request), query),
  });

/** `POST /webhooks/{id}/deliveries/{number}/redeliver`: sends the event of a delivery again. */
export const redeliver: AdminHandler = async (request, { admin }) => {
  const number = request.params["number"] ?? "";
  const id = /^\d{1,15}$/.test(number) ? Number(number) : 0;
  return jsonResponse(await admin.webhooks.redeliver(addressOf(request), id));
};

/** `GET /webhooks/{id}/abandoned`: the events that failed for good. */
export const listAbandoned: AdminHandler = async (request, deps) =>
  numberedPage(request, deps, {
    field: "events",
    list: abandoned,
    read: async (query) => deps.admin.webhooks.abandoned(addressOf(request), query),
  });

/** `POST /webhooks/{id}/abandoned/redeliver`: sends abandoned events again. */
export const redeliverAbandoned: AdminHandler = async (request, { admin, options }) => {
  const filter = await readOptionalJsonBody(request.request, options.limits.bodyBytes);
  return jsonResponse({ redelivered: await admin.webhooks.redeliverAbandoned(addressOf(request), filter) });
};

/** A list whose items have numbers. */
interface NumberedList<Field extends string> {
  field: Field;
  list: string;
  read: (
    query: WebhookDeliveryQuery,
  ) => Promise<Readonly<Record<Field, readonly object[]>> & { next: number | null }>;
}

/** Responds with a page of a list whose items have numbers. */
async function numberedPage<Field extends string>(
  request: AdminRequest,
  deps: EndpointDeps,
  { read, ...numbered }: NumberedList<Field>,
): Promise<PreparedResponse> {
  return pageOf(
    { ...numbered, ...parseQuery(pageQuery, request.url.searchParams) },
    { request: request.request, deps },
    async ({ limit, after }) => {
      if (after !== undefined && !/^\d{1,15}$/.test(after))
        throw notAllowed("cursor", "is of a different list");
      const found = await read(after === undefined ? { limit } : { limit, before: Number(after) });
      return { ...found, next: found.next === null ? null : String(found.next) };
    },
  );
}

function addressOf({ actor, params }: AdminRequest): AdminWebhookAddress {
  return { actor, webhookId: params["id"] ?? "" };
}
