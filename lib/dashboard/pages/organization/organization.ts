import { card, linkButton, submitButton } from "../../design/components.ts";
import { type FaqTrial, isPermitted, type OrganizationChanges } from "../../../api/mod.ts";
import type { PreparedResponse } from "../../../http/mod.ts";
import { type PaidContent, parseSynonyms, type StoredOrganization } from "../../../content/mod.ts";
import { seeOther } from "../../frame/answers.ts";
import { type FormProblem, orShowAgain } from "../../form/form_problem.ts";
import { html } from "../../../base/text/html.ts";
import { tokenInput, showPage } from "../../frame/layout.ts";
import { linesOf, optionalTextOf, textOf } from "../../form/read_form.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import {
  changedFaq,
  enteredFaq,
  faqFieldset,
  shownFaq,
  selectorTester,
  faqTrialFields,
  faqTrialResult,
  triedText,
} from "../faq/organization_faq.ts";
import {
  changedFeeds,
  feedsCard,
  paidCard,
  postsCard,
  searchCard,
  settingValue,
  siteCard,
  sitemapsCard,
} from "./organization_cards.ts";
import { setupPage } from "../setup/setup_steps.ts";

const section = "settings/organization";

/** Optional fields. An emptied field is removed. */
const removable = ["description", "logo", "sitemapUrl", "postSitemapUrl", "previewUrl"] as const;

/** Changes the organization. With `try`, only tries the settings for questions on a text. */
export const saveOrganization: PageHandler = async (visit) =>
  orShowAgain(
    async () => {
      if (visit.form.has("try")) return showOrganization(visit, undefined, await tryFaq(visit));
      await visit.api.admin.organization.update(visit.actor, await readChanges(visit));
      return seeOther(`${pathTo(visit, section)}?done=organization-saved`);
    },
    (problem) => showOrganization(visit, problem),
    { form: visit.form },
  );

async function tryFaq({ api, actor, form }: Visit): Promise<FaqTrial> {
  return api.admin.faqTrials.run(actor, triedText(form), enteredFaq(form) ?? {});
}

async function readChanges(visit: Visit): Promise<OrganizationChanges> {
  const { form, api } = visit;
  const changes: OrganizationChanges = {
    name: textOf(form, "name"),
    siteUrl: textOf(form, "siteUrl"),
    postUrlTemplate: textOf(form, "postUrlTemplate"),
    language: textOf(form, "language"),
    section: textOf(form, "section"),
    speakable: linesOf(textOf(form, "speakable")),
  };
  if (form.has("sameAs")) changes.sameAs = linesOf(textOf(form, "sameAs"));
  if (form.has("synonyms")) changes.synonyms = parseSynonyms(textOf(form, "synonyms"));
  for (const name of removable) if (form.has(name)) changes[name] = optionalTextOf(form, name) ?? null;
  const paidContent = optionalTextOf(form, "paidContent");
  if (paidContent !== undefined) changes.paidContent = paidContent as PaidContent;
  const entered = enteredFaq(form);
  if (entered === undefined) return changes;
  const { faq: own, feeds } = await api.admin.organization.get(visit.actor);
  const faq = changedFaq(entered, own, api.options.faq);
  if (own !== undefined || Object.keys(faq).length > 0) changes.faq = faq;
  return { ...changes, ...changedFeeds(form, feeds) };
}

/**
 * Shows the organization's settings. With `test`, a post's slug, also shows the matches of the speakable selectors in that post.
 *
 * @param trial the questions of a text with the entered settings, which are not saved
 */
export async function showOrganization(
  visit: Visit,
  problem?: FormProblem,
  trial?: FaqTrial,
): Promise<PreparedResponse> {
  const { api, actor, form } = visit;
  const organization: StoredOrganization = await api.admin.organization.get(actor);
  const { posts } = await api.admin.posts.list(actor, { limit: 50 });
  const isEntered = problem !== undefined || trial !== undefined;
  const errors = problem?.fields;
  const value = (name: Parameters<typeof settingValue>[1]): string =>
    isEntered ? textOf(form, name) : settingValue(organization, name);
  const faq = (isEntered && enteredFaq(form)) || shownFaq(organization.faq, api.options.faq);
  const canSave = isPermitted(actor, "members:manage");
  const parts = { visit, organization, value, errors };
  const body = html`<nav aria-label="Settings on this page"><ul class="tabs">
${anchors.map(([anchor, label]) => html`<li><a href="#${anchor}">${label}</a></li>\n`)}</ul></nav>
<form method="post" action="${pathTo(visit, section)}" enctype="multipart/form-data" class="stack">
${tokenInput(visit)}
${siteCard(parts)}
${postsCard(parts)}
${sitemapsCard(parts)}
${feedsCard(visit, organization, isEntered ? form : undefined, errors)}
${paidCard(parts)}
${searchCard(parts)}
${card({
  id: "faq",
  title: "Questions and answers",
  body: html`${faqFieldset(faq, errors)}
${canSave && faqTrialFields(visit, posts)}
${trial && faqTrialResult(trial)}`,
})}
${canSave ? html`<p class="actions save-bar">${submitButton("Save", { tone: "main" })}</p>` : html`<p class="hint">Ask an admin or the owner to change these settings.</p>`}
</form>
${selectorTester(visit, organization, posts)}`;
  const action = linkButton("Set up", pathTo(visit, setupPage));
  const lead = "Its site, posts, sitemaps, feeds, and the search for questions.";
  return showPage(visit, { title: "Organization", section, lead, action, body, problem });
}

const anchors = [
  ["site", "Site"],
  ["posts", "Posts"],
  ["sitemaps", "Sitemaps"],
  ["feeds", "Feeds"],
  ["paid", "Paid content"],
  ["search", "Search"],
  ["faq", "Questions and answers"],
  ["try", "Speakable"],
] as const;
