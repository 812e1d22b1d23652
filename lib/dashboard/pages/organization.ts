import type { OrganizationChanges } from "../../admin/mod.ts";
import type { PaidContent, StoredOrganization } from "../../content/mod.ts";
import type { PreparedResponse } from "../../exchange/mod.ts";
import { seeOther } from "../answers.ts";
import { inputField, selectField, textField } from "../fields.ts";
import { formPage } from "../form_page.ts";
import { type FormProblem, orAgain } from "../form_problem.ts";
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

/** Settings, Organization. With `test`, the slug of a post: what the speakable selectors find in it. */
export const showOrganization: PageHandler = async (visit) => organizationPage(visit);

/** Changes the organization. */
export const saveOrganization: PageHandler = async (visit) =>
  orAgain(
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
  const logo = optionalTextOf(form, "logo");
  if (logo !== undefined) changes.logo = logo;
  const paidContent = optionalTextOf(form, "paidContent");
  if (paidContent !== undefined) changes.paidContent = paidContent as PaidContent;
  const entered = enteredFaq(form);
  if (entered === undefined) return changes;
  const { faq: own } = await api.admin.organization.show(visit.actor);
  const faq = changedFaq(entered, own, api.options.faq);
  return own === undefined && Object.keys(faq).length === 0 ? changes : { ...changes, faq };
}

async function organizationPage(visit: Visit, problem?: FormProblem): Promise<PreparedResponse> {
  const organization = await visit.api.admin.organization.show(visit.actor);
  const errors = problem?.fields;
  const value = (name: Exclude<keyof OrganizationChanges, "feeds" | "faq">): string =>
    problem === undefined ? shown(organization[name]) : textOf(visit.form, name);
  const faq = (problem && enteredFaq(visit.form)) ?? shownFaq(organization.faq, visit.api.options.faq);
  const body = html`<form method="post" action="${pathTo(visit, section)}">
${tokenInput(visit)}
${inputField({ name: "name", label: "Name", value: value("name"), longest: 200, isRequired: true, errors })}
${inputField({ name: "siteUrl", label: "Site URL", hint: "The site that shows the posts, such as https://example.com", type: "url", value: value("siteUrl"), isRequired: true, errors })}
${inputField({ name: "postUrlTemplate", label: "Path of a post", hint: "With {slug} for the post's, such as /blog/{slug}", value: value("postUrlTemplate"), isRequired: true, errors })}
${inputField({ name: "language", label: "Language", hint: "Of the posts that name none: a BCP 47 tag such as en-US", value: value("language"), isRequired: true, errors })}
${inputField({ name: "section", label: "Section", hint: "Of the posts that name none", value: value("section"), longest: 200, isRequired: true, errors })}
${inputField({ name: "logo", label: "Logo", hint: "Absolute URL; empty leaves it as it is", type: "url", value: value("logo"), errors })}
${textField({ name: "speakable", label: "Speakable selectors", hint: "CSS selectors of title, description and paragraphs of a post's page, one a line", rows: 4, value: value("speakable"), isRequired: true, errors })}
${selectField({ name: "paidContent", label: "Paid content", hint: "Callers of the API who get the HTML and the FAQ entries of posts that are not free", value: value("paidContent") || "open", choices: paidContentChoices, errors })}
${faqFieldset(faq, errors)}
<button type="submit" class="main-action">Save</button>
</form>
${await tester(visit, organization)}`;
  return formPage(visit, { title: "Organization", section, body, problem });
}

/**
 * Tries the selectors on a post's content. A browser is what knows selectors, so the marks are in the style of the sandboxed preview; title
 * and description stand around the content as they do on many pages.
 */
async function tester(visit: Visit, { speakable }: StoredOrganization): Promise<Html> {
  const { posts } = await visit.api.admin.posts.list(visit.actor, { limit: 50 });
  if (posts.length === 0) return html`<h2>Try the selectors</h2>\n<p>There is no post to try them on.</p>`;
  const slug = visit.url.searchParams.get("test");
  const selectors = visit.url.searchParams.get("selectors") ?? speakable.join("\n");
  const address = `${pathTo(visit, `posts/${encodeURIComponent(slug ?? "")}/preview`)}?${new URLSearchParams({ selectors: linesOf(selectors).join("\n") }).toString()}`;
  return html`<h2 id="try">Try the selectors</h2>
<p>What they find in a post is marked. Your site's own page may be built otherwise: try them there, too.</p>
<form method="get" action="${pathTo(visit, section)}#try" aria-labelledby="try">
${selectField({ name: "test", label: "Post", value: slug ?? undefined, choices: posts.map((post) => [post.slug, post.name] as const) })}
${textField({ name: "selectors", label: "Selectors to try", hint: "One a line", rows: 3, value: selectors })}
<button type="submit">Try</button>
</form>
${slug !== null && html`<iframe sandbox title="The post, with what the selectors find marked" src="${address}"></iframe>`}`;
}

function shown(value: string | readonly string[] | undefined): string {
  return typeof value === "object" ? value.join("\n") : (value ?? "");
}
