import type { ListedApiKey } from "../../../access/mod.ts";
import { figureCard } from "../../design/figure_card.ts";
import { quotaMeter } from "../../design/charts/quota_meter.ts";
import { dayOf, numberOf, timeOf } from "../../format/format.ts";
import { html, type Html, type HtmlValue } from "../../../base/text/html.ts";
import { timeUntil } from "../../format/relative_time.ts";

const day = 24 * 60 * 60 * 1000;

/** Renders the quota of today, the expiry, the last use and the permissions of a key. */
export function keyFigures(key: ListedApiKey, { perDay, now }: { perDay: number; now: number }): Html {
  const { requestsToday, rateLimit, permissions } = key;
  const limit = rateLimit?.perDay ?? perDay;
  const [expiry, expiryDetail] = expiryOf(key, now);
  return html`<div class="cards-row">
${figureCard("Requests today", html`${numberOf(requestsToday)} <small>of ${numberOf(limit)}</small>`, html`${quotaMeter(requestsToday, limit, "Part of today's requests")}<br>Shared with the keys it was rolled from and to`)}
${figureCard(expiry.label, expiry.figure, expiryDetail)}
${figureCard("Last used", lastUse(key, now), key.lastUsedOn === undefined ? "No request with it was counted" : html`on ${dayOf(key.lastUsedOn)}, a UTC day`)}
${figureCard("Permissions", permissions === undefined ? "All" : numberOf(permissions.length), permissions === undefined ? "Those of its owner" : permissions.join(", "))}
</div>`;
}

function expiryOf(
  { revokedAt, expiresAt, rolledTo }: ListedApiKey,
  now: number,
): [{ label: string; figure: string }, HtmlValue] {
  if (revokedAt !== undefined)
    return [{ label: "Revoked", figure: timeUntil(revokedAt, now) }, timeOf(revokedAt)];
  if (expiresAt === undefined) return [{ label: "Expires", figure: "never" }, "It works until it is revoked"];
  const label = Date.parse(expiresAt) > now ? "Expires" : "Expired";
  return [
    { label, figure: timeUntil(expiresAt, now) },
    html`${timeOf(expiresAt)}${rolledTo !== undefined && ", because it was rolled"}`,
  ];
}

/** Days are UTC days, so the last use is known by its day only. */
function lastUse({ lastUsedOn }: ListedApiKey, now: number): string {
  if (lastUsedOn === undefined) return "never";
  const days = Math.floor(now / day) - Math.floor(Date.parse(lastUsedOn) / day);
  if (days === 0) return "today";
  return days === 1 ? "yesterday" : `${numberOf(days)} days ago`;
}
