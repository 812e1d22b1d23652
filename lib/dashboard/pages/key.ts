import { isKeyOver, type ListedApiKey } from "../../access/mod.ts";
import type { PreparedResponse } from "../../exchange/mod.ts";
import { html, type Html } from "../../html.ts";
import { seeOther } from "../answers.ts";
import { formPage } from "../form_page.ts";
import { type FormProblem, orShowAgain } from "../form_problem.ts";
import { numberOf, timeOf } from "../format.ts";
import { tokenInput } from "../layout.ts";
import { textOf } from "../read_form.ts";
import { timeUntil } from "../time_until.ts";
import { userNames } from "../user_names.ts";
import { type PageHandler, pathTo, type Visit } from "../visit.ts";
import { auditTable } from "./audit.ts";
import { networksField, readNetworks } from "./key_networks_field.ts";
import { keyPlaceholder, keySnippets } from "./key_snippets.ts";
import { keyActions } from "./key_table.ts";
import { usageChart } from "./usage_chart.ts";

const section = "settings/api-keys";

/** Number of the organization's newest audit entries that the page searches for entries of the key. */
const searchedEntries = 1000;

/** Shows a key: its settings, networks, usage, audit entries, and how to send it. */
export const showKey: PageHandler = async (visit) => keyPage(visit);

/** Saves the networks of a key. */
export const saveNetworks: PageHandler = async (visit) => {
  const keyId = visit.params["id"] ?? "";
  return orShowAgain(
    async () => {
      await visit.api.admin.apiKeys.update(
        { actor: visit.actor, keyId },
        { networks: readNetworks(visit.form) },
      );
      return seeOther(`${pathTo(visit, `${section}/${keyId}`)}?done=key-networks-saved`);
    },
    async (problem) => keyPage(visit, problem),
  );
};

async function keyPage(visit: Visit, problem?: FormProblem): Promise<PreparedResponse> {
  const { actor, params, api } = visit;
  const address = { actor, keyId: params["id"] ?? "" };
  const key = await api.admin.apiKeys.get(address);
  const [days, { perDay }, audit] = await Promise.all([
    api.admin.apiKeys.usageOf(address),
    api.admin.apiKeys.defaultRateLimit(actor),
    auditSection(visit, key),
  ]);
  const body = html`${await factsOf(visit, key, perDay)}
<p class="actions">${keyActions(visit, key)}</p>
<h2>Allowed networks</h2>
${networksSection(visit, key, problem)}
<h2>Requests in 30 days</h2>
<p>With the keys it was rolled from and to, because they share a quota.</p>
${usageChart({
  dates: days.map(({ date }) => date),
  series: [{ name: key.name, requests: days.map(({ requests }) => requests) }],
  refusals: days.map(({ refusals }) => refusals),
})}
<h2>Use it</h2>
<p>The value of the key is not stored. Put it in place of <code>${keyPlaceholder}</code>.</p>
${keySnippets(visit, keyPlaceholder)}
<h2>Audit</h2>
${audit}
<p><a class="button" href="${pathTo(visit, section)}">All keys</a></p>`;
  return formPage(visit, { title: key.name, section, body, problem });
}

async function factsOf(visit: Visit, key: ListedApiKey, defaultLimit: number): Promise<Html> {
  const { userId, start, createdAt, permissions, rateLimit, requestsToday, lastUsedOn } = key;
  const owner = (await userNames(visit, [userId])).get(userId) ?? userId;
  return html`<dl class="facts">
<dt>Starts with</dt><dd><code>${start}…</code></dd>
<dt>Owner</dt><dd>${owner}</dd>
<dt>Created</dt><dd>${timeOf(createdAt)}</dd>
<dt>State</dt><dd>${stateOf(key, visit.api.options.clock.now())}</dd>
<dt>Permissions</dt><dd>${permissions === undefined ? "all of its owner" : permissions.join(", ")}</dd>
<dt>Requests a day</dt><dd>${numberOf(rateLimit?.perDay ?? defaultLimit)}</dd>
<dt>Requests today</dt><dd>${numberOf(requestsToday)}</dd>
<dt>Last used</dt><dd>${lastUsedOn ?? "never"}</dd>
</dl>`;
}

function stateOf({ revokedAt, expiresAt, rolledTo }: ListedApiKey, now: number): Html | string {
  if (revokedAt !== undefined) return html`revoked ${timeOf(revokedAt)}`;
  if (expiresAt === undefined) return "live, never expires";
  const word = Date.parse(expiresAt) > now ? "expires" : "expired";
  return html`${rolledTo !== undefined && "rolled, "}${word} ${timeUntil(expiresAt, now)}, ${timeOf(expiresAt)}`;
}

function networksSection(visit: Visit, key: ListedApiKey, problem: FormProblem | undefined): Html {
  const { id, networks = [] } = key;
  if (isKeyOver(key, visit.api.options.clock.now()))
    return html`<p>${networks.join(", ") || "All networks"}</p>`;
  const value = problem === undefined ? networks.join("\n") : textOf(visit.form, "networks");
  return html`<form method="post" action="${pathTo(visit, `${section}/${id}/networks`)}">
${tokenInput(visit)}
<p>A request from another address counts, and is refused with 403.</p>
${networksField({ value, errors: problem?.fields })}
<button type="submit" class="main-action">Save networks</button>
</form>`;
}

async function auditSection(visit: Visit, { id, name }: ListedApiKey): Promise<Html> {
  const { entries } = await visit.api.admin.organization.audit(visit.actor, { limit: searchedEntries });
  const own = entries.filter(({ subject, via, detail }) => [subject, via, detail].includes(id));
  if (own.length === 0)
    return html`<p>The newest ${numberOf(searchedEntries)} entries of the organization have none of this key.</p>`;
  const names = await userNames(
    visit,
    own.flatMap(({ by, subject }) => [by, subject]),
  );
  names.set(id, name);
  return auditTable(own, names, "Actions on this key and with it, newest first");
}
