import type { Permission } from "../../access/mod.ts";
import { canWritePosts, isPermitted } from "../../api/mod.ts";
import { assetPath, type AssetName } from "../assets/assets.ts";
import {
  linkButton,
  submitButton,
  icon,
  type IconName,
  message,
  pageHeader,
  type PageHeader,
} from "../design/components.ts";
import { hasKeyIdForm } from "../../base/secrets/secret_forms.ts";
import { tokenField } from "../form/form_guard.ts";
import type { FormProblem } from "../form/form_problem.ts";
import type { PreparedResponse } from "../../http/mod.ts";
import { allowImagesOf, pageResponse } from "./answers.ts";
import { html, type Html } from "../../base/text/html.ts";
import { apiOriginOf } from "../origin_of.ts";
import { noticeOf, noticeView } from "./notices.ts";
import { addressPage } from "../sign_in/link_addresses.ts";
import { type Frame, mostInvitations, pathTo, type Visit } from "../visit.ts";

/** Shown only if the storage holds the memberships. Hosts with their own users manage memberships themselves. */
const membershipSection = "settings/membership";

/** Path of the page with the assistants of the user. */
export const assistantsPage = "assistants";

/** Path, below the organization, of the page with the unsaved texts that the browser keeps. */
export const keptTextsPage = "unsaved-texts";

/** Path, below the organization, of the page with the posts that wait for a review. */
export const submissionsPage = "submissions";

/** Path, below the organization, of the page with the downloads of the organization. */
export const exportPage = "settings/export";

/** A page in the navigation. */
export interface Section {
  /** Path below the organization. */
  page: string;
  label: string;
  icon: IconName;
  needs: Permission;
  group?: "Settings";
}

/** The pages of an organization, with the permission to open them. */
const sections: readonly Section[] = [
  { page: "", label: "Overview", icon: "house", needs: "posts:read" },
  { page: "posts", label: "Posts", icon: "file-text", needs: "posts:read" },
  { page: submissionsPage, label: "Submissions", icon: "inbox", needs: "posts:write-own" },
  { page: "pictures", label: "Pictures", icon: "image", needs: "media:write" },
  { page: "search", label: "Search", icon: "search", needs: "posts:read" },
  { page: "insight", label: "Insight", icon: "chart-column", needs: "posts:read" },
  { page: "knowledge-base", label: "Knowledge base", icon: "book-open", needs: "knowledge:write" },
  {
    page: "settings/api-keys",
    label: "API Keys",
    icon: "key-round",
    needs: "keys:manage",
    group: "Settings",
  },
  {
    page: "settings/audit",
    label: "Audit log",
    icon: "scroll-text",
    needs: "keys:manage",
    group: "Settings",
  },
  { page: "settings/members", label: "Members", icon: "users", needs: "members:manage", group: "Settings" },
  {
    page: membershipSection,
    label: "Your membership",
    icon: "user-round",
    needs: "posts:read",
    group: "Settings",
  },
  {
    page: "settings/organization",
    label: "Organization",
    icon: "settings",
    needs: "members:manage",
    group: "Settings",
  },
  { page: "settings/fields", label: "Fields", icon: "list", needs: "members:manage", group: "Settings" },
  { page: exportPage, label: "Export", icon: "download", needs: "members:manage", group: "Settings" },
  {
    page: "settings/webhooks",
    label: "Webhooks",
    icon: "webhook",
    needs: "webhooks:manage",
    group: "Settings",
  },
];

/** Parts of a page. */
export interface PageContent extends PageHeader {
  /** Path of the section in the navigation. */
  section: string;
  body: Html;
  /** Replaces the row with title, lead and action. It contains the heading. */
  head?: Html;
  /** Message about the result of a form. Default: the notice that the address names. */
  result?: Html | undefined;
  /** Style sheet of this page, in addition to that of all pages. */
  style?: AssetName;
  /** Script of this page only. */
  script?: AssetName;
  /** Name of the resource that the notice of the page is about. */
  subject?: string | undefined;
  /** Problem of a refused form on the page. It sets the status of the response. */
  problem?: FormProblem | undefined;
  /** Seconds after which browsers without a script load the page again. Default: never. */
  refreshSeconds?: number | undefined;
}

/** Shows a page of the active organization, with header and navigation. */
export async function showPage(
  visit: Visit,
  content: PageContent,
  status: number = content.problem?.status ?? 200,
  headers?: Record<string, string>,
): Promise<PreparedResponse> {
  const page = layout(visit, await visit.frame, content);
  return pageResponse(page, status, { ...imagePolicy(visit), ...headers });
}

/** Allows the pictures of the organization, which can have another origin than the dashboard. */
function imagePolicy(visit: Visit): Record<string, string> {
  const { media } = visit.api.admin;
  return media.isAvailable ? allowImagesOf(media.origin ?? apiOriginOf(visit.request, visit)) : {};
}

function layout(visit: Visit, frame: Frame, content: PageContent): Html {
  const { title, section, body, problem } = content;
  const { options, organization, url } = visit;
  const notice =
    content.result === undefined ? noticeOf(url.searchParams.get("done"), content.subject) : undefined;
  return shell(options.basePath, {
    ...content,
    title: `${title} · ${organization.name}`,
    body: html`<a class="skip" href="#main">Skip to content</a>
<header class="top">
<p class="brand"><a href="${pathTo(visit, "")}">Postern</a></p>
<button type="button" class="menu-button" popovertarget="menu">${icon("menu")}Menu</button>
<div id="menu" class="side" popover>
${switcher(visit, frame)}
${isPermitted(visit.actor, "posts:read") && paletteLink(visit)}
${navigation(visit, section)}
${invitationsLink(visit, frame)}
${canWritePosts(visit.actor) && html`<p class="invited" data-kept-by="${visit.user.id}" hidden><a href="${pathTo(visit, keptTextsPage)}">Unsaved text in this browser</a></p>`}
${account(visit)}
</div>
</header>
<div class="frame">
<main id="main" tabindex="-1">
${content.head ?? pageHeader(content)}
${content.result ?? (notice && noticeView(notice))}
${problem && message("problem", problem.message, "alert")}${keyHint(visit, section)}
${body}
</main>
</div>`,
  });
}

/** Sections that say themselves which key a search names. */
const keySections: ReadonlySet<string> = new Set(["search", "settings/api-keys"]);

/** Renders the way to a key whose id is searched for in another list. A pasted key is cut to its id. */
function keyHint(visit: Visit, section: string): Html | false {
  const { searchParams } = visit.url;
  const search = (searchParams.get("search") ?? searchParams.get("q") ?? "").trim();
  if (keySections.has(section) || !hasKeyIdForm(search)) return false;
  const keys = `${pathTo(visit, "settings/api-keys")}?${new URLSearchParams({ search }).toString()}`;
  const way = isPermitted(visit.actor, "keys:manage")
    ? html`<a href="${keys}">Find it under API Keys</a>.`
    : "Ask a member who manages the keys to revoke it if others have seen it.";
  return message("note", html`This looks like an API key, of which only the id was kept. ${way}`, "status");
}

/** Renders a page outside of any organization. */
export function plainPage(basePath: string, { title, body }: { title: string; body: Html }): Html {
  return shell(basePath, {
    title,
    body: html`<main id="main" class="alone" tabindex="-1">
<p class="brand">Postern</p>
<h1>${title}</h1>
${body}
</main>`,
  });
}

/** Renders the hidden field with the form token, which every form needs. */
export function tokenInput({ formToken }: Pick<Visit, "formToken">): Html {
  return html`<input type="hidden" name="${tokenField}" value="${formToken}">`;
}

function shell(
  basePath: string,
  {
    title,
    body,
    style,
    script,
    refreshSeconds,
  }: Pick<PageContent, "title" | "body" | "style" | "script" | "refreshSeconds">,
): Html {
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title} · Postern</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
${refreshSeconds !== undefined && html`<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>`}
<link rel="icon" href="${assetPath(basePath, "icon.svg")}" type="image/svg+xml">
<link rel="stylesheet" href="${assetPath(basePath, "style.css")}">
${style !== undefined && html`<link rel="stylesheet" href="${assetPath(basePath, style)}">`}
<script src="${assetPath(basePath, "script.js")}" defer></script>
${script !== undefined && html`<script src="${assetPath(basePath, script)}" type="module"></script>`}
</head>
<body>
${body}
</body>
</html>
`;
}

/** Returns the pages of the navigation that a visitor may open. */
export function shownSections({ api, user, actor }: Visit): Section[] {
  const isOwn = user.organizations === undefined;
  return sections.filter(
    ({ page, needs }) =>
      isPermitted(actor, needs) &&
      (isOwn || page !== membershipSection) &&
      (page !== exportPage || api.admin.exports.isAvailable(actor)) &&
      (api.admin.media.isAvailable || needs !== "media:write"),
  );
}

/** Renders the link to the search page. The script opens the command palette instead. */
function paletteLink(visit: Visit): Html {
  const { basePath } = visit.options;
  return html`<p class="palette-link"><a href="${pathTo(visit, "search")}" data-palette="${assetPath(basePath, "palette.js")}" data-palette-source="${pathTo(visit, "palette")}" aria-keyshortcuts="Control+K Meta+K">${icon("search")}Search…<kbd aria-hidden="true">Ctrl K</kbd></a></p>`;
}

function navigation(visit: Visit, section: string): Html {
  const shown = shownSections(visit);
  const settings = shown.filter(({ group }) => group !== undefined);
  const link = ({ page, label, icon: name }: Section): Html =>
    html`<li><a href="${pathTo(visit, page)}"${page === section && html` aria-current="page"`}>${icon(name)}${label}</a></li>\n`;
  return html`<nav class="sections" aria-label="Sections">
<ul>
${shown.filter(({ group }) => group === undefined).map(link)}</ul>
${
  settings.length > 0 &&
  html`<p>Settings</p>
<ul>
${settings.map(link)}</ul>`
}
</nav>`;
}

/** Renders links instead of a drop-down list. Links work without a script, and each tab has its own organization. */
function switcher({ options, organization }: Visit, { organizations, hasMore }: Frame): Html {
  if (organizations.length < 2) return html`<p class="organization">${organization.name}</p>`;
  return html`<details class="switcher">
<summary><span class="hidden">Organization: </span>${organization.name}</summary>
<nav aria-label="Organizations">
<ul>
${organizations.map(
  (one) =>
    html`<li><a href="${pathTo({ options, organization: one }, "")}"${one.slug === organization.slug && html` aria-current="true"`}>${one.name}</a></li>\n`,
)}${hasMore && html`<li><a href="${options.basePath}/organizations">All organizations</a></li>\n`}</ul>
</nav>
</details>`;
}

function invitationsLink({ options }: Visit, { invitations }: Frame): Html | false {
  if (invitations === 0) return false;
  const many = invitations > mostInvitations ? `more than ${mostInvitations}` : invitations;
  const label = invitations === 1 ? "1 invitation" : `${many} invitations`;
  return html`<p class="invited"><a href="${options.basePath}/invitations">${label}</a></p>`;
}

function account(visit: Visit): Html {
  const { basePath, identify } = visit.options;
  if (identify !== undefined) return html`<p class="account">${visit.user.name}</p>`;
  return html`<details class="account">
<summary><span class="hidden">Account: </span>${visit.user.name}</summary>
<div>
${linkButton("Your organizations", `${basePath}/organizations`)}
${linkButton("Your sessions", `${basePath}/sessions`)}
${visit.api.oauth !== undefined && linkButton("Your assistants", pathTo(visit, assistantsPage))}
${visit.stored?.email === undefined && visit.only === undefined && linkButton("Add your email address", `${basePath}/${addressPage}`)}
<form method="post" action="${basePath}/sign-out" data-sign-out="${visit.user.id}">${tokenInput(visit)}${submitButton("Sign out")}</form>
<form method="post" action="${basePath}/sign-out-everywhere" data-sign-out="${visit.user.id}">${tokenInput(visit)}${submitButton("Sign out everywhere")}</form>
</div>
</details>`;
}
