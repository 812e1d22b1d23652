import { dialog, linkButton, submitButton } from "../../design/components.ts";
import type { GeneratedApiKey, ListedApiKey } from "../../../access/mod.ts";
import type { PreparedResponse } from "../../../http/mod.ts";
import { jsonResponse, seeOther } from "../../frame/answers.ts";
import { selectField } from "../../design/field.ts";
import { formIdInput, isSentFirst } from "../../form/form_id.ts";
import { type FormProblem, orShowAgain } from "../../form/form_problem.ts";
import { dayOf, numberOf, timeOf } from "../../format/format.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { tokenInput, showPage } from "../../frame/layout.ts";
import { questionPage } from "../../frame/question_page.ts";
import { textOf } from "../../form/read_form.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { keySnippets } from "./key_snippets.ts";
import { keyFilters, keyList, keyViewOf, readKeyPage } from "./key_list.ts";
import { listAddress } from "../../frame/paging.ts";
import { sentKeyForm } from "./key_fields.ts";
import { type EnteredKey, keyFields, readKeyForm } from "./key_form.ts";
import { cutPastedKeys, hasKeyIdForm } from "../../../base/secrets/secret_forms.ts";

const section = "settings/api-keys";

/** Interval at which the page reloads the usage numbers, in seconds. */
const usageSeconds = 5;

/**
 * Generates a key. The response contains its value and is never cached: a redirect would require storing the value until the next
 * request. A form that is sent twice, by reloading, generates only one key.
 */
export const generateKey: PageHandler = async (visit) =>
  makeKey(visit, {
    make: (input) => visit.api.admin.apiKeys.generate(visit.actor, input),
    read: () => readKeyForm(visit),
    again: (problem) => askForKey(visit, { problem, entered: visit.form }),
  });

/** Rolls a key, with the same rules as {@link generateKey}. */
export const rollKey: PageHandler = async (visit) => {
  const id = visit.params["id"] ?? "";
  return makeKey(visit, {
    make: (input) => visit.api.admin.apiKeys.roll({ actor: visit.actor, keyId: id }, input),
    read: () => ({ overlap: textOf(visit.form, "overlap") }),
    again: (problem) => askToRoll(visit, problem),
  });
};

/** Asks for confirmation before a key is revoked. */
export const askToRevoke: PageHandler = async (visit) => {
  const key = await visit.api.admin.apiKeys.get({ actor: visit.actor, keyId: visit.params["id"] ?? "" });
  return questionPage(visit, {
    title: "Revoke the key?",
    section,
    body: html`<p>Every request with the key <strong>${key.name}</strong> (<code>${key.start}…</code>) is refused from then on. This cannot be undone.</p>`,
    label: "Revoke",
    action: pathTo(visit, `${section}/${key.id}/revoke`),
    cancel: pathTo(visit, section),
  });
};

export const revokeKey: PageHandler = async (visit) => {
  const { id } = await visit.api.admin.apiKeys.revoke({
    actor: visit.actor,
    keyId: visit.params["id"] ?? "",
  });
  return seeOther(`${pathTo(visit, section)}?done=key-revoked&key=${id}`);
};

/**
 * Finds keys by a text that can be a whole key. Only its id gets into the address. A search without matches among the shown keys shows another
 * view that has some.
 */
export const findKeys: PageHandler = async (visit) => {
  const search = cutPastedKeys(textOf(visit.form, "search").trim());
  const wanted = textOf(visit.form, "view");
  const views = [...new Set([keyViewOf(wanted), "live", "ended"] as const)];
  const found = await Promise.all(
    views.map((status) => visit.api.admin.apiKeys.list(visit.actor, { status, search, limit: 1 })),
  );
  const view = views[found.findIndex(({ keys }) => keys.length > 0)] ?? keyViewOf(wanted);
  return seeOther(listAddress(pathTo(visit, section), keyFilters({ search, view })));
};

/** Returns today's usage of the keys of a page as JSON, by the ids of the page's cells. */
export const showUsage: PageHandler = async (visit) => {
  const { keys } = await readKeyPage(visit, {});
  const cells = keys.flatMap(({ id, requestsToday, lastUsedOn }) => [
    [`requests-${id}`, numberOf(requestsToday)],
    [`used-${id}`, lastUsedOn ?? "never"],
  ]);
  return jsonResponse(Object.fromEntries(cells) as Record<string, string>);
};

interface KeyCreation<Input> {
  make: (input: Input) => Promise<GeneratedApiKey>;
  /** Reads the form. Throws if the form is invalid. */
  read: () => Input;
  again: (problem: FormProblem) => Promise<PreparedResponse>;
}

async function makeKey<Input>(
  visit: Visit,
  { make, read, again }: KeyCreation<Input>,
): Promise<PreparedResponse> {
  return orShowAgain(
    async () => {
      const input = read();
      if (!(await isSentFirst(visit, "keys:manage")))
        return seeOther(`${pathTo(visit, section)}?done=key-made-already`);
      return newKeyPage(visit, await make(input));
    },
    again,
    sentKeyForm(visit.form),
  );
}

/** Shows the settings page of API keys. */
export async function showKeys(visit: Visit): Promise<PreparedResponse> {
  const { stored } = visit;
  const changedId = visit.url.searchParams.get("key") ?? "";
  const [page, names] = await Promise.all([
    readKeyPage(visit, { knownOwners: new Map(stored && [[stored.id, stored.name]]) }),
    visit.api.admin.apiKeys.names(visit.actor, hasKeyIdForm(changedId) ? [changedId] : []),
  ]);
  const list = keyList(visit, page);
  const source = pathTo(visit, `${section}/usage`) + visit.url.search;
  const body =
    page.query.view === "ended"
      ? list
      : html`<div data-usage-source="${source}" data-usage-seconds="${usageSeconds}">
${list}
</div>`;
  const lead = html`A key works for <strong>${visit.organization.name}</strong> only, with the permissions of the user who generated it.`;
  const action = linkButton("Generate API Key", pathTo(visit, `${section}/new`), {
    tone: "main",
    isDialog: true,
    icon: "plus",
  });
  return showPage(visit, { title: "API Keys", section, lead, action, body, subject: names.get(changedId) });
}

/** Shows the form that generates a key. */
export async function askForKey(
  visit: Visit,
  sent: { problem?: FormProblem; entered?: FormData } = {},
): Promise<PreparedResponse> {
  const { perDay: most } = await visit.api.admin.apiKeys.defaultRateLimit(visit.actor);
  return showPage(visit, {
    title: "Generate API Key",
    section,
    body: keyForm(visit, { ...sent, most }),
    problem: sent.problem,
  });
}

async function newKeyPage(visit: Visit, made: GeneratedApiKey): Promise<PreparedResponse> {
  const { key, name, expiresAt } = made;
  const { perDay } = made.rateLimit ?? (await visit.api.admin.apiKeys.defaultRateLimit(visit.actor));
  const body = html`<div class="secret-box">
<p><strong>Copy the value now. It is not stored, and is never shown again.</strong></p>
<code class="secret" id="new-key" data-copy>${key}</code>
</div>
<dl class="facts">
<dt>Name</dt><dd>${name}</dd>
<dt>Permissions</dt><dd>${made.permissions?.join(", ") ?? "all of yours"}</dd>
<dt>Organization</dt><dd>${visit.organization.name}</dd>
<dt>Expires</dt><dd>${expiresAt === undefined ? "never" : timeOf(expiresAt)}</dd>
<dt>Requests a day</dt><dd>${numberOf(perDay)}</dd>
</dl>
<h2>Use it</h2>
<p>Send it in the header <code>x-api-key</code>:</p>
${keySnippets(visit, key)}
<p>${linkButton("I have copied it", pathTo(visit, section))}</p>`;
  return showPage(visit, { title: "Your new API key", section, body }, 201);
}

/** Shows the form that rolls a key. */
export async function askToRoll(visit: Visit, problem?: FormProblem): Promise<PreparedResponse> {
  const key: ListedApiKey = await visit.api.admin.apiKeys.get({
    actor: visit.actor,
    keyId: visit.params["id"] ?? "",
  });
  const body = dialog({
    action: pathTo(visit, `${section}/${key.id}/roll`),
    body: html`<p>A new key replaces <strong>${key.name}</strong> (<code>${key.start}…</code>), with the same permissions and lifetime. Both count against one quota.</p>
${expiryNote(key)}
${tokenInput(visit)}
${formIdInput(visit)}
${selectField({
  name: "overlap",
  label: "The old key still works for",
  value: "24h",
  choices: [
    ["1h", "1 hour"],
    ["24h", "24 hours"],
    ["7d", "7 days"],
    ["0", "no longer: it is refused immediately"],
  ],
})}`,
    confirm: submitButton("Roll", { tone: "main" }),
    cancel: pathTo(visit, section),
  });
  return showPage(visit, { title: "Roll the key?", section, body, problem });
}

function expiryNote({ expiresAt }: ListedApiKey): Html | false {
  return expiresAt !== undefined && html`<p>The old key expires on ${dayOf(expiresAt)} in any case.</p>`;
}

/** Renders the form that generates a key, with the entered values if it was refused. */
function keyForm(visit: Visit, entered: EnteredKey): Html {
  return dialog({
    action: pathTo(visit, "settings/api-keys"),
    body: html`${tokenInput(visit)}
${formIdInput(visit)}
${keyFields(visit, entered)}`,
    confirm: submitButton("Generate API Key", { tone: "main" }),
    cancel: pathTo(visit, "settings/api-keys"),
  });
}
