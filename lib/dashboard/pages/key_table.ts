import { isKeyOver, type ListedApiKey } from "../../access/mod.ts";
import { menu } from "../design/menu.ts";
import { dayOf, numberOf } from "../format.ts";
import { html, type Html } from "../../html.ts";
import { pathTo, type Visit } from "../visit.ts";
import { keyState } from "./key_state.ts";

/** Splits keys into live keys and ended keys, which are expired or revoked. Each list starts with the newest key. */
export function splitByLife(
  keys: readonly ListedApiKey[],
  now: number,
): { live: ListedApiKey[]; ended: ListedApiKey[] } {
  const newest = keys.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
  return {
    live: newest.filter((key) => !isKeyOver(key, now)),
    ended: newest.filter((key) => isKeyOver(key, now)),
  };
}

/** Renders the keys of an organization as a table, or as cards on a narrow screen. */
export function keyTable(
  visit: Visit,
  {
    keys,
    owners,
    caption,
  }: { keys: readonly ListedApiKey[]; owners: ReadonlyMap<string, string>; caption: string },
): Html {
  return html`<table class="cards">
<caption>${caption}. Days are UTC days.</caption>
<thead><tr><th scope="col">Key</th><th scope="col">State</th><th scope="col">Owner</th><th scope="col">Expires</th><th scope="col">Last used</th><th scope="col" class="number">Requests today</th><th scope="col"><span class="hidden">Actions</span></th></tr></thead>
<tbody>
${keys.map((key) => row(visit, key, owners.get(key.userId) ?? key.userId))}</tbody>
</table>`;
}

function row(visit: Visit, key: ListedApiKey, owner: string): Html {
  const { id, name, start, createdAt, lastUsedOn, requestsToday, permissions } = key;
  return html`<tr>
<th scope="row"><a href="${pathTo(visit, `settings/api-keys/${id}`)}" dir="auto">${name}</a>${permissions !== undefined && html` <span class="chip">${permissions.join(", ")}</span>`}
<p class="hint one-line"><code>${start}…</code> created ${dayOf(createdAt)}</p></th>
<td data-label="State">${keyState(key, visit.api.options.clock.now())}</td>
<td dir="auto" data-label="Owner">${owner}</td>
<td data-label="Expires">${endOf(key)}</td>
<td data-label="Last used"><span data-usage="used-${id}">${lastUsedOn ?? "never"}</span></td>
<td data-label="Requests today" class="number"><span data-usage="requests-${id}">${numberOf(requestsToday)}</span></td>
<td>${keyMenu(visit, key)}</td>
</tr>
`;
}

function endOf({ expiresAt, revokedAt, rolledTo }: ListedApiKey): Html | string {
  if (revokedAt !== undefined) return html`revoked ${dayOf(revokedAt)}`;
  if (expiresAt === undefined) return "never";
  return html`${dayOf(expiresAt)}${rolledTo !== undefined && " (rolled)"}`;
}

/** Renders the actions of a key behind a button. */
function keyMenu(visit: Visit, key: ListedApiKey): Html | false {
  const actions = keyActions(visit, key);
  return actions !== false && menu(`Actions for ${key.name}`, actions);
}

/** Renders the links that roll and revoke a key, as far as the user may use them. */
export function keyActions(visit: Visit, key: ListedApiKey): Html | false {
  if (isKeyOver(key, visit.api.options.clock.now())) return false;
  const { id, name, userId, rolledTo } = key;
  const link = (act: string, label: string, style: string): Html =>
    html`<a class="button${style}" data-dialog href="${pathTo(visit, `settings/api-keys/${id}/${act}`)}">${label}<span class="hidden"> ${name}</span></a> `;
  // Only the owner may see the value of a key.
  const canRoll = rolledTo === undefined && userId === visit.actor.userId;
  return html`${canRoll && link("roll", "Roll", "")}${link("revoke", "Revoke", " danger")}`;
}
