import type { AuditAction, AuditEntry } from "../../access/mod.ts";
import { pageResponse } from "../answers.ts";
import { timeOf } from "../format.ts";
import { html, type Html } from "../../html.ts";
import { layout } from "../layout.ts";
import { userNames } from "../user_names.ts";
import { type PageHandler, pathTo } from "../visit.ts";

const section = "settings/audit";
const perPage = 50;

const acts: Readonly<Record<AuditAction, string>> = {
  "key.generated": "generated the key",
  "key.rolled": "rolled the key",
  "key.revoked": "revoked the key",
  "key.updated": "changed the networks of the key",
  "key.moved": "moved to another user the key",
  "member.set": "set the role of",
  "member.removed": "removed the member",
  "invitation.created": "invited",
  "invitation.accepted": "accepted the invitation to",
  "invitation.declined": "declined the invitation to",
  "invitation.revoked": "revoked the invitation to",
  "user.status": "set the status of",
  "user.deleted": "deleted the user",
  "webhook.created": "created the webhook",
  "webhook.updated": "changed the webhook",
  "webhook.rolled": "rolled the secret of the webhook",
  "webhook.deleted": "deleted the webhook",
};

/** Shows the audit log of keys, members and webhooks, newest entry first. */
export const showAudit: PageHandler = async (visit) => {
  const { api, actor, url } = visit;
  const after = url.searchParams.get("after");
  const query = after === null ? { limit: perPage } : { limit: perPage, after };
  const { entries, next } = await api.admin.organization.audit(actor, query);
  const names = await userNames(
    visit,
    entries.flatMap(({ by, subject }) => [by, subject]),
  );
  const body = html`${auditTable(entries, names, "Changes of keys, members and webhooks, newest first")}
${next !== null && html`<p><a class="button" rel="next" href="${pathTo(visit, section)}?${new URLSearchParams({ after: next }).toString()}">Older entries</a></p>`}`;
  return pageResponse(layout(visit, { title: "Audit log", section, body }));
};

/** Renders audit entries as a table. */
export function auditTable(
  entries: readonly AuditEntry[],
  names: ReadonlyMap<string, string>,
  caption: string,
): Html {
  return html`<table class="cards">
<caption>${caption}</caption>
<thead><tr><th scope="col">When</th><th scope="col">Who</th><th scope="col">What</th></tr></thead>
<tbody>
${entries.map((entry) => row(entry, names))}</tbody>
</table>`;
}

function row({ at, action, by, via, subject, detail }: AuditEntry, names: ReadonlyMap<string, string>): Html {
  const who = by === undefined ? "the operator" : (names.get(by) ?? by);
  return html`<tr>
<td>${timeOf(at)}</td>
<td data-label="Who">${who}${via !== undefined && html`, with the key <code>${via}</code>`}</td>
<td data-label="What">${acts[action]} ${names.get(subject) ?? html`<code>${subject}</code>`}${detail !== undefined && html`: ${detail}`}</td>
</tr>
`;
}
