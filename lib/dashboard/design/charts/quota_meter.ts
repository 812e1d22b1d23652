import { html, type Html } from "../../../base/text/html.ts";

/** A quota is nearly used up from this part of its requests on. */
export const nearLimit = 0.9;

/** Renders the used part of a quota. */
export function quotaMeter(used: number, limit: number, label: string): Html {
  return html`<meter max="${limit}" high="${Math.ceil(limit * nearLimit)}" value="${Math.min(used, limit)}" aria-label="${label}"></meter>`;
}
