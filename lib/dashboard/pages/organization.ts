import type { OrganizationChanges } from "../../admin/mod.ts";
import type { PaidContent, StoredOrganization } from "../../content/mod.ts";
import type { PreparedResponse } from "../../exchange/mod.ts";
import { seeOther } from "../answers.ts";
import { inputField, selectField, textField } from "../fields.ts";
import { formPage } from "../form_page.ts";
import { type FormProblem, orShowAgain } from "../form_problem.ts";
import { html, type Html } from "../../html.ts";
import { tokenInput } from "../layout.ts";
import { linesOf, optionalTextOf, textOf } from "../read_form.ts";
import { type PageHandler, pathTo, type Visit } from "../visit.ts";
import { changedFaq, enteredFaq, faqFieldset, shownFaq } from "./organization_faq.ts";

const section = "settings/organization";

const paidContentChoices = [
  ["open", "Everyone"],
  ["key", "Callers with a key"],
] as const;

/** Shows the organization's settings. With `test`, a post's slug, also shows the matches of the speakable selectors in that post. */
export const showOrganization: PageHandler = async (visit) => organizationPage(visit);

/** Changes the organization. */
export const saveOrganization: PageHandler = async (visit) =>
  orShowAgain(
    async () => {
      await visit.api.admin.organization.update(visit.actor, await readChanges(visit));
      return seeOther(`${pathTo(visit, section)}?done=organization-saved`);
    },
    (problem) => organizationPage(visit, problem),
  );

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
  const logo = optionalTextOf(form, "logo");
  if (logo !== undefined) changes.logo = logo;
  const paidContent = optionalTextOf(form, "paidContent");
  if (paidContent !== undefined) changes.paidContent = paidContent as PaidContent;
  const entered = enteredFaq(form);
  if (entered === undefined) return changes;
  const { faq: own } = await api.admin.organization.get(visit.actor);
  const faq = changedFaq(entered, own, api.options.faq);
  return own === undefined && Object.keys(faq).length === 0 ? changes : { ...changes, faq };
}

async function organizationPage(visit: Visit, problem?: FormProblem): Promise<PreparedResponse> {
  const organization = await visit.api.admin.organization.get(visit.actor);
  const errors = problem?.fields;
  const value = (name: Exclude<keyof OrganizationChanges, "feeds" | "faq">): string =>
    problem === undefined ? fieldText(organization[name]) : textOf(visit.form, name);
  const faq = (problem && enteredFaq(visit.form)) ?? shownFaq(organization.faq, visit.api.options.faq);
  const body = html`<form method="post" action="${pathTo(visit, section)}">
${tokenInput(visit)}
${inputField({ name: "name", label: "Name", value: value("name"), longest: 200, isRequired: true, errors })}
${inputField({ name: "siteUrl", label: "Site URL", hint: "The site that shows the posts, such as https://example.com", type: "url", value: value("siteUrl"), isRequired: true, errors })}
${inputField({ name: "postUrlTemplate", label: "Path of a post", hint: "{slug} stands for the post's slug, such as /blog/{slug}", value: value("postUrlTemplate"), isRequired: true, errors })}
${inputField({ name: "language", label: "Language", hint: "For posts without a language: a BCP 47 tag such as en-US", value: value("language"), isRequired: true, errors })}
${inputField({ name: "section", label: "Section", hint: "For posts without a section", value: value("section"), longest: 200, isRequired: true, errors })}
${inputField({ name: "logo", label: "Logo", hint: "Absolute URL. An empty field keeps the current logo.", type: "url", value: value("logo"), errors })}
${textField({ name: "sameAs", label: "Other pages", hint: "URLs of other pages about the organization, such as profiles, one per line", rows: 3, value: value("sameAs"), errors })}
${textField({ name: "speakable", label: "Speakable selectors", hint: "CSS selectors of title, description and paragraphs of a post's page, one per line", rows: 4, value: value("speakable"), isRequired: true, errors })}
${selectField({ name: "paidContent", label: "Paid content", hint: "Callers of the API who get the HTML and the FAQ entries of posts that are not free", value: value("paidContent") || "open", choices: paidContentChoices, errors })}
${faqFieldset(faq, errors)}
<button type="submit" class="main-action">Save</button>
</form>
${await selectorTester(visit, organization)}`;
  return formPage(visit, { title: "Organization", section, body, problem });
}

/**
 * Renders a form that tests the selectors on a post's content. The style sheet of the sandboxed preview marks the matches, because
 * only a browser can evaluate selectors. Title and description surround the content, as on many pages.
 */
async function selectorTester(visit: Visit, { speakable }: StoredOrganization): Promise<Html> {
  const { posts } = await visit.api.admin.posts.list(visit.actor, { limit: 50 });
  if (posts.length === 0) return html`<h2>Try the selectors</h2>\n<p>There is no post to try them on.</p>`;
  const slug = visit.url.searchParams.get("test");
  const selectors = visit.url.searchParams.get("selectors") ?? speakable.join("\n");
  const address = `${pathTo(visit, `posts/${encodeURIComponent(slug ?? "")}/preview`)}?${new URLSearchParams({ selectors: linesOf(selectors).join("\n") }).toString()}`;
  return html`<h2 id="try">Try the selectors</h2>
<p>Matches in the post are marked. Your site's own pages may differ, so test the selectors there, too.</p>
<form method="get" action="${pathTo(visit, section)}#try" aria-labelledby="try">
${selectField({ name: "test", label: "Post", value: slug ?? undefined, choices: posts.map((post) => [post.slug, post.name] as const) })}
${textField({ name: "selectors", label: "Selectors to try", hint: "One per line", rows: 3, value: selectors })}
<button type="submit">Try</button>
</form>
${slug !== null && html`<iframe sandbox title="The post with marked matches" src="${address}"></iframe>`}`;
}

function fieldText(value: string | readonly string[] | undefined): string {
  return typeof value === "object" ? value.join("\n") : (value ?? "");
}
