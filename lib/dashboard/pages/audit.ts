import { table } from "../design/table.ts";
import type { AuditAction, AuditEntry, AuditKind } from "../../access/mod.ts";
import { cursorPaging, readPlace, listAddress, cursorOf } from "../frame/paging.ts";
import { submitButton, emptyState } from "../design/components.ts";
import { selectField } from "../design/field.ts";
import { timeOf } from "../format/format.ts";
import { html, type Html } from "../../base/text/html.ts";
import { showPage } from "../frame/layout.ts";
import { userNames } from "./user_names.ts";
import { type PageHandler, pathTo, type Visit } from "../visit.ts";

const section = "settings/audit";
const perPage = 25;

const kinds: readonly (readonly [AuditKind | "", string])[] = [
  ["", "All"],
  ["key", "API keys"],
  ["member", "Members"],
  ["invitation", "Invitations"],
  ["organization", "Organization"],
  ["submission", "Submissions"],
  ["user", "Users"],
  ["webhook", "Webhooks"],
];

const acts: Readonly<Record<AuditAction, string>> = {
  "key.generated": "generated the key",
  "key.rolled": "rolled the key",
  "key.revoked": "revoked the key",
  "key.updated": "changed the settings of the key",
  "key.disabled": "disabled the key",
  "key.enabled": "enabled the key",
  "key.connected": "connected an assistant to the key",
  "key.disconnected": "disconnected an assistant from the key",
  "key.moved": "moved to another user the key",
  "member.set": "set the role of",
  "member.removed": "removed the member",
  "member.sign-in-link": "made a sign-in link for",
  "invitation.created": "invited",
  "invitation.accepted": "accepted the invitation to",
  "invitation.declined": "declined the invitation to",
  "invitation.revoked": "revoked the invitation to",
  "invitation.link": "made a link of the invitation of",
  "organization.updated": "changed the settings of",
  "submission.created": "submitted the post",
  "submission.withdrawn": "withdrew the submission of the post",
  "submission.approved": "approved the submission of the post",
  "submission.sent-back": "sent back the post",
  "user.status": "set the status of",
  "user.address": "added an email address to",
  "user.deleted": "deleted the user",
  "webhook.created": "created the webhook",
  "webhook.updated": "changed the webhook",
  "webhook.rolled": "rolled the secret of the webhook",
  "webhook.deleted": "deleted the webhook",
};

/** Shows the audit log of keys, members and webhooks, newest entry first, with filters for actions and a person. */
export const showAudit: PageHandler = async (visit) => {
  const { api, actor, url } = visit;
  const place = readPlace(url.searchParams);
  const kind = kinds.find(([name]) => name === url.searchParams.get("kind"))?.[0] ?? "";
  const by = url.searchParams.get("by") ?? "";
  const { entries, next } = await api.admin.organization.audit(actor, {
    limit: perPage,
    ...cursorOf(place),
    ...(kind !== "" && { kind }),
    ...(by !== "" && { by }),
  });
  const [users, keys] = await Promise.all([
    userNames(visit, [by, ...entries.flatMap((entry) => [entry.by, entry.subject])]),
    keyNames(visit, entries),
  ]);
  const names = new Map([...users, ...keys]);
  const path = pathTo(visit, section);
  const filters = { kind, by };
  const body = html`<form method="get" action="${path}" role="search" class="actions">
${by !== "" && html`<input type="hidden" name="by" value="${by}">`}
${selectField({ name: "kind", label: "Actions on", value: kind, choices: kinds })}
${submitButton("Show")}
</form>
${by !== "" && personChip(path, kind, names.get(by) ?? by)}
${entries.length === 0 ? noEntries(kind !== "" || by !== "") : auditTable(entries, names, "Changes of keys, members and webhooks, newest first", (id) => listAddress(path, { kind, by: id }))}
${cursorPaging({ path, filters, place, next, shown: entries.length, perPage })}`;
  return showPage(visit, { title: "Audit log", section, body });
};

function personChip(path: string, kind: string, name: string): Html {
  return html`<nav aria-label="Filters"><ul class="chips"><li><a class="chip" href="${listAddress(path, { kind })}"><span class="hidden">Remove the filter </span>By <bdi>${name}</bdi><span aria-hidden="true">×</span></a></li></ul></nav>`;
}

function noEntries(isFiltered: boolean): Html {
  return emptyState(
    "scroll-text",
    isFiltered ? "No action matches on this page." : "Nothing has been changed yet.",
  );
}

/**
 * Renders audit entries as a table.
 *
 * @param addressOf returns the address of the actions of a user. Default: the names of users are no links.
 */
export function auditTable(
  entries: readonly AuditEntry[],
  names: ReadonlyMap<string, string>,
  caption: string,
  addressOf?: (userId: string) => string,
): Html {
  return table({
    caption,
    columns: [
      { label: "When", kind: "plain", cell: ({ at }) => timeOf(at) },
      { label: "Who", cell: (entry) => personOf(entry, names, addressOf) },
      { label: "What", cell: (entry) => changeOf(entry, names) },
    ],
    rows: entries,
  });
}

function personOf(
  { by, via }: AuditEntry,
  names: ReadonlyMap<string, string>,
  addressOf: ((userId: string) => string) | undefined,
): Html {
  const who = by === undefined ? "the operator" : (names.get(by) ?? by);
  const person =
    by === undefined || addressOf === undefined
      ? who
      : html`<a href="${addressOf(by)}"><bdi>${who}</bdi></a>`;
  return html`${person}${via !== undefined && html`, with the key ${nameOf(via, names)}`}`;
}

function changeOf({ action, subject, detail }: AuditEntry, names: ReadonlyMap<string, string>): Html {
  return html`${acts[action]} ${nameOf(subject, names)}${detail !== undefined && html`: ${detail}`}`;
}

function nameOf(id: string, names: ReadonlyMap<string, string>): Html | string {
  return names.get(id) ?? html`<code>${id}</code>`;
}

/** Returns the names of the API keys in audit entries by id. Keys that no longer exist are left out. */
async function keyNames({ api, actor }: Visit, entries: readonly AuditEntry[]): Promise<Map<string, string>> {
  const ids = entries.flatMap(({ action, subject, via }) => [
    action.startsWith("key.") ? subject : undefined,
    via,
  ]);
  const distinct = [...new Set(ids)].filter((id) => id !== undefined);
  return api.admin.apiKeys.names(actor, distinct);
}
