import { type PreparedResponse, ProblemError } from "../../../http/mod.ts";
import { foldText } from "../../../base/text/fold_text.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { pageResponse } from "../../frame/answers.ts";
import { cursorPaging, readPlace, pageOfItems, searchForm, cursorOf } from "../../frame/paging.ts";
import { plainPage } from "../../frame/layout.ts";
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

/** Serves the page with all organizations of the user. */
export async function answerOrganizations(visit: PersonalVisit): Promise<PreparedResponse> {
  const { options, request } = visit;
  if (request.method === "POST") throw new ProblemError("path-not-found", "This page does not exist");
  const { basePath } = options;
  const parameters = new URL(request.url).searchParams;
  const search = parameters.get("search")?.trim().slice(0, 100) ?? "";
  const isOwn = visit.user.organizations === undefined;
  const { organizations, links } = isOwn
    ? await readPage(visit, search, parameters)
    : pageOfHost(visit, search, parameters);
  const label = isOwn ? "Beginning of the slug" : "Name or slug";
  const body = html`${searchForm({ path: `${basePath}/${organizationsPage}`, search, label })}
${
  organizations.length === 0
    ? html`<p>No organization matches.</p>`
    : html`<ul class="recent card">
${organizations.map((organization) => html`<li><a href="${pathTo({ options, organization }, "")}">${organization.name}</a> <span class="hint">${organization.slug}</span></li>\n`)}</ul>`
}
${links}`;
  return pageResponse(plainPage(basePath, { title: "Your organizations", body }));
}

async function readPage(
  { api, options, user }: PersonalVisit,
  search: string,
  parameters: URLSearchParams,
): Promise<Listed> {
  const place = readPlace(parameters);
  const isActive = options.identify === undefined;
  const query = { limit: perPage, slug: search.toLowerCase(), ...cursorOf(place) };
  const page = await api.admin.organizationsOf(user.id, query, (slug) =>
    api.admin.organizationOf(user.id, slug, { isActive }),
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
