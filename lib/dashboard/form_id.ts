import type { Permission } from "../access/mod.ts";
import { requirePermitted } from "../admin/mod.ts";
import { html, type Html } from "../html.ts";
import { randomHex } from "./random_hex.ts";
import { textOf } from "./read_form.ts";
import type { Visit } from "./visit.ts";

const field = "form-id";

/** The hidden field of a form that must not be sent twice: a random id. */
export function formIdInput(visit: Visit): Html {
  return html`<input type="hidden" name="${field}" value="${randomHex(visit, 16)}">`;
}

/**
 * Whether the form was not sent before. It writes a record, so it checks the permission of the form first.
 *
 * @throws {MissingPermissionError} when the visitor lacks the permission
 */
export async function isSentFirst({ api, actor, form }: Visit, needs: Permission): Promise<boolean> {
  requirePermitted(actor, needs);
  return api.sessions.isFirst(`${actor.userId} ${textOf(form, field)}`);
}
