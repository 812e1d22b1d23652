import { table } from "../../design/table.ts";
import { isKeyOver, type ListedApiKey, isKeyExpiring } from "../../../access/mod.ts";
import { type ButtonTone, linkButton, badge, menu } from "../../design/components.ts";
import { dayOf, numberOf } from "../../format/format.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { pathTo, type Visit } from "../../visit.ts";

/** Renders the keys of an organization as a table, or as cards on a narrow screen. */
export function keyTable(
  visit: Visit,
  {
    keys,
    owners,
    caption,
  }: { keys: readonly ListedApiKey[]; owners: ReadonlyMap<string, string>; caption: string },
): Html {
  const now = visit.api.options.clock.now();
  return table({
    caption: `${caption}. Days are UTC days.`,
    columns: [
      { label: "Key", kind: "heading", cell: (key) => nameOf(visit, key) },
      { label: "State", cell: (key) => keyState(key, now) },
      { label: "Owner", cell: ({ userId }) => html`<bdi>${owners.get(userId) ?? userId}</bdi>` },
      { label: "Expires", cell: endOf },
      {
        label: "Last used",
        cell: ({ id, lastUsedOn }) => html`<span data-usage="used-${id}">${lastUsedOn ?? "never"}</span>`,
      },
      {
        label: "Requests today",
        kind: "number",
        cell: ({ id, requestsToday }) =>
          html`<span data-usage="requests-${id}">${numberOf(requestsToday)}</span>`,
      },
      { label: "Actions", kind: "actions", cell: (key) => keyMenu(visit, key) },
    ],
    rows: keys,
  });
}

function nameOf(visit: Visit, { id, name, start, createdAt, permissions }: ListedApiKey): Html {
  return html`<a href="${pathTo(visit, `settings/api-keys/${id}`)}" dir="auto">${name}</a>${permissions !== undefined && html` <span class="chip">${permissions.join(", ")}</span>`}
<p class="hint one-line"><code>${start}…</code> created ${dayOf(createdAt)}</p>`;
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
  const link = (act: string, label: string, tone?: ButtonTone): Html =>
    linkButton(label, pathTo(visit, `settings/api-keys/${id}/${act}`), {
      tone,
      isDialog: true,
      about: ` ${name}`,
    });
  // Only the owner may see the value of a key.
  const canRoll = rolledTo === undefined && userId === visit.actor.userId;
  return html`${canRoll && link("roll", "Roll")} ${link("revoke", "Revoke", "danger")}`;
}

/** Renders the state of a key as a badge. */
export function keyState(key: ListedApiKey, now: number): Html {
  if (key.revokedAt !== undefined) return badge("bad", "revoked");
  if (isKeyOver(key, now)) return badge("quiet", "expired");
  if (key.rolledTo !== undefined) return badge("info", "rolled");
  return isKeyExpiring(key, now) ? badge("soon", "expiring") : badge("good", "live");
}
