import type { Permission } from "../../access/mod.ts";
import { requirePermitted } from "../../api/mod.ts";
import { html, type Html } from "../../base/text/html.ts";
import { randomHex } from "../random_hex.ts";
import { textOf } from "./read_form.ts";
import type { Visit } from "../visit.ts";

const field = "form-id";

/** Renders the hidden field with a random id, for forms that must not be sent twice. */
export function formIdInput(visit: Visit): Html {
  return html`<input type="hidden" name="${field}" value="${randomHex(visit, 16)}">`;
}

/**
 * Returns true if the form is sent for the first time. It writes a record, so it checks the form's permission first.
 *
 * @throws {MissingPermissionError} if the visitor lacks the permission
 */
export async function isSentFirst({ api, actor, form }: Visit, needs: Permission): Promise<boolean> {
  requirePermitted(actor, needs);
  return api.sessions.isFirst(`${actor.userId} ${textOf(form, field)}`);
}
