import type { GeneratedApiKey, ListedApiKey } from "../../access/mod.ts";
import type { PreparedResponse } from "../../exchange/mod.ts";
import { dataAnswer, pageAnswer, seeOther } from "../answers.ts";
import { selectField } from "../fields.ts";
import { formIdInput, isSentFirst } from "../form_id.ts";
import { formPage } from "../form_page.ts";
import { type FormProblem, orAgain } from "../form_problem.ts";
import { dayOf, numberOf, timeOf } from "../format.ts";
import { html, type Html } from "../../html.ts";
import { layout, tokenInput } from "../layout.ts";
import { apiOriginOf } from "../origin_of.ts";
import { questionPage } from "../question_page.ts";
import { textOf } from "../read_form.ts";
import { userNames } from "../user_names.ts";
import { type PageHandler, pathTo, type Visit } from "../visit.ts";
import { keyForm, readKeyForm } from "./key_form.ts";
import { keyTable, splitByLife } from "./key_table.ts";

const section = "settings/api-keys";

/** How often the page asks for the numbers anew, in seconds. */
const usageSeconds = 5;

/** Settings, API Keys: the keys, and the form that generates one. */
export const showKeys: PageHandler = async (visit) => keysPage(visit);

/**
 * Generates a key. Its value is in the answer, which no cache keeps: sending the browser on to a page would need a place to keep the value
 * until it is fetched. A form that is sent twice, by reloading, generates nothing the second time.
 */
export const generateKey: PageHandler = async (visit) =>
  makeKey(visit, {
    make: (input) => visit.api.admin.apiKeys.generate(visit.actor, input),
    read: () => readKeyForm(visit.form),
    again: (problem) => keysPage(visit, { problem, entered: visit.form }),
  });

/** Asks how a key is to be rolled. */
export const askToRoll: PageHandler = async (visit) => rollPage(visit);

/** Rolls a key: as {@link generateKey}. */
export const rollKey: PageHandler = async (visit) => {
  const id = visit.params["id"] ?? "";
  return makeKey(visit, {
    make: (input) => visit.api.admin.apiKeys.roll(visit.actor, id, input),
    read: () => ({ overlap: textOf(visit.form, "overlap") }),
    again: (problem) => rollPage(visit, problem),
  });
};

/** Asks whether a key is to be revoked. */
export const askToRevoke: PageHandler = async (visit) => {
  const key = await visit.api.admin.apiKeys.show(visit.actor, visit.params["id"] ?? "");
  return questionPage(visit, {
    title: "Revoke the key?",
    section,
    body: html`<p>Every request with the key <strong>${key.name}</strong> (<code>${key.start}…</code>) is refused from then on. It cannot be taken back.</p>`,
    label: "Revoke",
    action: pathTo(visit, `${section}/${key.id}/revoke`),
    cancel: pathTo(visit, section),
  });
};

/** Revokes a key. */
export const revokeKey: PageHandler = async (visit) => {
  await visit.api.admin.apiKeys.revoke(visit.actor, visit.params["id"] ?? "");
  return seeOther(`${pathTo(visit, section)}?done=key-revoked`);
};

/** What the keys that are accepted were used for today, by the ids of the page's cells. */
export const tellUsage: PageHandler = async (visit) => {
  const keys = await visit.api.admin.apiKeys.list(visit.actor, { liveOnly: true });
  const cells = keys.flatMap(({ id, requestsToday, lastUsedOn }) => [
    [`requests-${id}`, numberOf(requestsToday)],
    [`used-${id}`, lastUsedOn ?? "never"],
  ]);
  return dataAnswer(Object.fromEntries(cells) as Record<string, string>);
};

interface Making<Input> {
  make: (input: Input) => Promise<GeneratedApiKey>;
  /** Reads the form; throws when it cannot be meant. */
  read: () => Input;
  again: (problem: FormProblem) => Promise<PreparedResponse>;
}

async function makeKey<Input>(visit: Visit, { make, read, again }: Making<Input>): Promise<PreparedResponse> {
  return orAgain(async () => {
    const input = read();
    if (!(await isSentFirst(visit, "keys:manage")))
      return seeOther(`${pathTo(visit, section)}?done=key-made-already`);
    return newKeyPage(visit, await make(input));
  }, again);
}

async function keysPage(
  visit: Visit,
  sent: { problem?: FormProblem; entered?: FormData } = {},
): Promise<PreparedResponse> {
  const keys = await visit.api.admin.apiKeys.list(visit.actor);
  const { live, over } = splitByLife(keys, visit.api.options.clock.now());
  const owners = await userNames(
    visit,
    keys.map(({ userId }) => userId),
  );
  const body = html`<div data-usage-source="${pathTo(visit, `${section}/usage`)}" data-usage-seconds="${usageSeconds}">
<p>A key works for <strong>${visit.organization.name}</strong> only, with the permissions of the user who generated it.</p>
${live.length === 0 ? html`<p>There are no keys yet.</p>` : keyTable(visit, { keys: live, owners, caption: "Keys that are accepted" })}
${
  over.length > 0 &&
  html`<details>
<summary>Expired and revoked keys (${over.length})</summary>
${keyTable(visit, { keys: over, owners, caption: "Keys that are refused" })}
</details>`
}
</div>
<h2 id="generate">Generate API Key</h2>
${keyForm(visit, sent)}`;
  return formPage(visit, { title: "API Keys", section, body, problem: sent.problem });
}

async function newKeyPage(visit: Visit, made: GeneratedApiKey): Promise<PreparedResponse> {
  const { key, name, expiresAt } = made;
  const limit = made.dailyRequestLimit ?? (await visit.api.admin.apiKeys.dailyLimit(visit.actor));
  const address = `${visit.api.options.basePath}/api/public/v1/post/${encodeURIComponent(visit.organization.slug)}`;
  const body = html`<div class="secret-box">
<p><strong>Copy the value now: it is shown this once, and kept nowhere.</strong></p>
<code class="secret" id="new-key" data-copy>${key}</code>
</div>
<dl class="facts">
<dt>Name</dt><dd>${name}</dd>
<dt>Organization</dt><dd>${visit.organization.name}</dd>
<dt>Expires</dt><dd>${expiresAt === undefined ? "never" : timeOf(expiresAt)}</dd>
<dt>Requests a day</dt><dd>${numberOf(limit)}</dd>
</dl>
<h2>Use it</h2>
<p>Send it in the header <code>x-api-key</code>:</p>
<pre tabindex="0">curl -H 'x-api-key: ${key}' '${apiOriginOf(visit.request, visit)}${address}'</pre>
<p><a class="button" href="${pathTo(visit, section)}">I have copied it</a></p>`;
  return pageAnswer(layout(visit, { title: "Your new API key", section, body }), 201);
}

async function rollPage(visit: Visit, problem?: FormProblem): Promise<PreparedResponse> {
  const key: ListedApiKey = await visit.api.admin.apiKeys.show(visit.actor, visit.params["id"] ?? "");
  const body = html`<form method="post" action="${pathTo(visit, `${section}/${key.id}/roll`)}" data-question>
<p>A new key takes the place of <strong>${key.name}</strong> (<code>${key.start}…</code>), with the same permissions and lifetime. Both count against one quota.</p>
${expiryNote(key)}
${tokenInput(visit)}
${formIdInput(visit)}
${selectField({
  name: "overlap",
  label: "The old key goes on for",
  value: "24h",
  choices: [
    ["1h", "1 hour"],
    ["24h", "24 hours"],
    ["7d", "7 days"],
    ["0", "no longer: it is refused at once"],
  ],
})}
<p class="actions"><button type="submit" class="main-action">Roll</button>
<a class="button" data-cancel href="${pathTo(visit, section)}">Cancel</a></p>
</form>`;
  return formPage(visit, { title: "Roll the key?", section, body, problem });
}

function expiryNote({ expiresAt }: ListedApiKey): Html | false {
  return expiresAt !== undefined && html`<p>The old key expires on ${dayOf(expiresAt)} in any case.</p>`;
}
