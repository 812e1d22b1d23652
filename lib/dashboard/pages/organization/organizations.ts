import { type PreparedResponse, ProblemError } from "../../../http/mod.ts";
import { foldText } from "../../../base/text/fold_text.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { linkButton, message, submitButton } from "../../design/components.ts";
import { inputField } from "../../design/field.ts";
import { type FormProblem, orShowAgain } from "../../form/form_problem.ts";
import { optionalTextOf, textOf } from "../../form/read_form.ts";
import { pageResponse, seeOther } from "../../frame/answers.ts";
import { cursorPaging, readPlace, pageOfItems, searchForm, cursorOf } from "../../frame/paging.ts";
import { plainPage, tokenInput } from "../../frame/layout.ts";
import { type PersonalVisit, pathTo, type Visit } from "../../visit.ts";

/** Path, below the base path, of the page with all organizations of the user. */
export const organizationsPage = "organizations";

/** Number of organizations on a page. */
const perPage = 25;

/** A page of the user's organizations. */
interface Listed {
  organizations: readonly Visit["organization"][];
  /** Links to the neighboring pages. */
  links: Html;
}

/** Path, below the base path, of the page with the form of a new organization. */
export const newOrganizationPage: string = `${organizationsPage}/new`;

/** Serves the page with all organizations of the user, and the form of a new one. */
export async function answerOrganizations(page: string, visit: PersonalVisit): Promise<PreparedResponse> {
  const { options, request } = visit;
  const isNew = page === newOrganizationPage;
  if (isNew && !(await mayCreate(visit)))
    throw new ProblemError("path-not-found", "This page does not exist");
  if (isNew) return request.method === "POST" ? createOrganization(visit) : askForOrganization(visit);
  if (request.method === "POST") throw new ProblemError("path-not-found", "This page does not exist");
  const { basePath } = options;
  const parameters = new URL(request.url).searchParams;
  const search = parameters.get("search")?.trim().slice(0, 100) ?? "";
  const isOwn = visit.user.organizations === undefined;
  const { organizations, links } = isOwn
    ? await readPage(visit, search, parameters)
    : pageOfHost(visit, search, parameters);
  const label = isOwn ? "Beginning of the slug" : "Name or slug";
  const body = html`${await newOrganizationLink(visit)}
${searchForm({ path: `${basePath}/${organizationsPage}`, search, label })}
${
  organizations.length === 0
    ? html`<p>No organization matches.</p>`
    : html`<ul class="recent card">
${organizations.map((organization) => html`<li><a href="${pathTo({ options, organization }, "")}">${organization.name}</a> <span class="hint">${organization.slug}</span></li>\n`)}</ul>`
}
${links}`;
  return pageResponse(plainPage(basePath, { title: "Your organizations", body }));
}

/** Returns the link to the form of a new organization. Empty for a user who may not create any. */
export async function newOrganizationLink(visit: PersonalVisit): Promise<Html | false> {
  if (!(await mayCreate(visit))) return false;
  const address = `${visit.options.basePath}/${newOrganizationPage}`;
  return html`<p class="actions">${linkButton("New organization", address, { icon: "plus" })}</p>`;
}

/** A session of one organization creates no other, because another member could have started it. */
async function mayCreate({ api, options, user, only }: PersonalVisit): Promise<boolean> {
  if (options.identify !== undefined || only !== undefined) return false;
  const people = await api.people();
  if (!people.hasStoredOrganizations) return false;
  return options.allowNewOrganizations || people.isOperator(user.id);
}

async function createOrganization(visit: PersonalVisit): Promise<PreparedResponse> {
  const { api, options, user, form } = visit;
  return orShowAgain(
    async () => {
      const people = await api.people();
      const slug = optionalTextOf(form, "slug");
      const input = {
        name: textOf(form, "name"),
        siteUrl: textOf(form, "siteUrl"),
        ...(slug !== undefined && { slug }),
      };
      const isAllowed = options.allowNewOrganizations;
      const created = await people.createOrganization(user.id, input, { isAllowed });
      return seeOther(pathTo({ options, organization: { slug: created, name: "" } }, ""));
    },
    (problem) => askForOrganization(visit, problem),
  );
}

async function askForOrganization(visit: PersonalVisit, problem?: FormProblem): Promise<PreparedResponse> {
  const { options, form } = visit;
  const errors = problem?.fields;
  const { basePath } = options;
  const body = html`${problem && message("problem", problem.message, "alert")}
<p>You become the owner of the organization.</p>
<form method="post" action="${basePath}/${newOrganizationPage}">${tokenInput(visit)}
${inputField({ name: "name", label: "Name", value: textOf(form, "name"), errors, longest: 200, isRequired: true })}
${inputField({ name: "siteUrl", label: "Address of the site", type: "url", hint: "The site that shows the posts, such as https://acme.example.", value: textOf(form, "siteUrl"), errors, longest: 1000, isRequired: true })}
${inputField({ name: "slug", label: "Name in addresses", hint: "Optional: lowercase letters a to z, digits and -. It never changes. Without it, it follows from the name.", value: textOf(form, "slug"), errors, longest: 63 })}
<p class="actions">${submitButton("Create the organization", { tone: "main" })}
${linkButton("Cancel", `${basePath}/${organizationsPage}`)}</p>
</form>`;
  return pageResponse(plainPage(basePath, { title: "New organization", body }), problem?.status ?? 200);
}

async function readPage(
  { api, options, user, only }: PersonalVisit,
  search: string,
  parameters: URLSearchParams,
): Promise<Listed> {
  const place = readPlace(parameters);
  const isActive = options.identify === undefined;
  const query = { limit: perPage, slug: search.toLowerCase(), ...cursorOf(place) };
  const page = await api.admin.organizationsOf(user.id, query, async (slug) =>
    only === undefined || slug === only ? api.admin.organizationOf(user.id, slug, { isActive }) : null,
  );
  const organizations = page.organizations.map(({ organization }) => organization);
  const path = `${options.basePath}/${organizationsPage}`;
  const shown = organizations.length;
  return {
    organizations,
    links: cursorPaging({ path, filters: { search }, place, next: page.next, shown, perPage }),
  };
}

/** Returns a page of the organizations that the host named. */
function pageOfHost({ options, user }: PersonalVisit, search: string, parameters: URLSearchParams): Listed {
  const wanted = foldText(search);
  const found = (user.organizations ?? []).filter(({ slug, name }) =>
    [slug, name].some((text) => foldText(text).includes(wanted)),
  );
  const path = `${options.basePath}/${organizationsPage}`;
  const { shown, links } = pageOfItems(found, { path, filters: { search }, parameters });
  return { organizations: shown, links };
}
