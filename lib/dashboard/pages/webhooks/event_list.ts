import { html, type Html } from "../../../base/text/html.ts";

/** Renders the types of events that a webhook receives. They do not break at their dots. */
export function eventList(events: readonly string[] | undefined): Html | string {
  if (events === undefined) return "all of posts, redirects and the organization";
  return html`${events.map((type, index) => html`${index > 0 && ", "}<code>${type}</code>`)}`;
}
