import { isPermitted, type Setup, knownOrganization } from "../../../api/mod.ts";
import { sitemapUrl, type StoredOrganization } from "../../../content/mod.ts";
import {
  type ButtonTone,
  linkButton,
  submitButton,
  steps,
  type Step,
  card,
} from "../../design/components.ts";
import { html, type Html, type HtmlValue } from "../../../base/text/html.ts";
import { tokenInput } from "../../frame/layout.ts";
import { pathTo, publishesOwn, type Visit } from "../../visit.ts";
import { importPage } from "../imports/import_form.ts";
import { isSiteChecked, isSitemapChecked, sitemapWords, siteWords } from "./check_words.ts";
import type { KeysInUse } from "../overview/overview_usage.ts";

/** The page with the steps of an organization's setup. */
export const setupPage = "setup";

/** The steps of an organization's setup. */
export interface SetupSteps {
  isDone: boolean;
  /** True if the visitor can do the next step. Its button is the main action of the page. */
  hasMainAction: boolean;
  list: Html;
}

/** The facts about an organization that the steps depend on. */
interface Facts {
  organization: StoredOrganization;
  setup: Setup;
  /** True if the organization has a public post. */
  isPublished: boolean;
  /** Undefined if the visitor may not see keys. */
  hasLiveKey: boolean | undefined;
}

interface Fact {
  isDone: boolean;
  step: Omit<Step, "state">;
}

/** Renders the steps that set up an organization. Facts decide whether a step is done. */
export function setupSteps(
  visit: Visit,
  { organization, setup, isPublished, hasLiveKey }: Facts,
): SetupSteps {
  const facts = [
    siteStep(visit, organization, setup),
    postStep(visit, isPublished),
    hasLiveKey !== undefined && keyStep(visit, hasLiveKey),
    sitemapStep(visit, organization, setup),
  ].filter((fact) => fact !== false);
  const next = facts.findIndex(({ isDone }) => !isDone);
  const list = steps(
    facts.map(({ isDone, step }, index) => ({
      ...step,
      state: isDone ? "done" : index === next ? "next" : "open",
    })),
  );
  const action = facts[next]?.step.action;
  return { isDone: next === -1, hasMainAction: action !== undefined && action !== false, list };
}

/** Renders the button that checks the site and its sitemap. */
export function checkButton(visit: Visit, label: string, tone?: ButtonTone): Html {
  return html`<form method="post" action="${pathTo(visit, `${setupPage}/check`)}">${tokenInput(visit)}${submitButton(label, { tone })}</form>`;
}

function siteStep(visit: Visit, { siteUrl }: StoredOrganization, { check }: Setup): Fact {
  const isDone = isSiteChecked(check, siteUrl);
  const shown = html`<bdi>${siteUrl}</bdi>`;
  const isCurrent = check?.site.url === siteUrl;
  const text: HtmlValue = isDone
    ? html`${shown} responds.`
    : html`${isCurrent ? siteWords(check.site) : html`Check that ${shown} is right and responds.`} ${askManager(visit)}`;
  const link = linkButton("Change it", `${pathTo(visit, "settings/organization")}#site`);
  const action =
    isPermitted(visit.actor, "members:manage") &&
    !isDone &&
    ((tone?: ButtonTone) => html`${checkButton(visit, "Check", tone)}\n${link}`);
  return { isDone, step: { title: "Site URL", text, action } };
}

function postStep(visit: Visit, isDone: boolean): Fact {
  const publishes = publishesOwn(visit);
  const text = isDone
    ? "The organization has a public post."
    : html`Publish a post, or import your posts from WordPress, Ghost or Markdown. ${publishes ? "" : "Ask a writer or an editor."}`;
  const action =
    !isDone &&
    publishes &&
    ((tone?: ButtonTone) => html`${linkButton("Write", pathTo(visit, "new-post"), { tone })}
${isPermitted(visit.actor, "posts:write") && linkButton("Import", pathTo(visit, importPage))}`);
  return { isDone, step: { title: "First post", text, action } };
}

function keyStep(visit: Visit, isDone: boolean): Fact {
  const text = isDone
    ? "A key is live."
    : "Programs and your site identify themselves with a key, and its requests are counted.";
  const action =
    !isDone &&
    ((tone?: ButtonTone) => linkButton("Generate API Key", pathTo(visit, "settings/api-keys/new"), { tone }));
  return { isDone, step: { title: "API key", text, action } };
}

function sitemapStep(visit: Visit, organization: StoredOrganization, { check }: Setup): Fact {
  const url = sitemapUrl(organization);
  const isDone = isSitemapChecked(check, url);
  const text: HtmlValue =
    check !== undefined && check.sitemap.url === url
      ? sitemapWords(check.sitemap)
      : html`Search engines look for it at <bdi>${url}</bdi>. ${askManager(visit)}`;
  const how = linkButton("How to", `${pathTo(visit, setupPage)}#sitemap`);
  const action =
    isPermitted(visit.actor, "members:manage") &&
    !isDone &&
    ((tone?: ButtonTone) => html`${checkButton(visit, "Check", tone)}\n${how}`);
  return { isDone, step: { title: "Sitemap on your site", text, action } };
}

/** Names the people to ask about a step of the organization's managers. */
function askManager(visit: Visit): string {
  return isPermitted(visit.actor, "members:manage") ? "" : "Ask an admin or the owner.";
}

/** The state of the setup, and the time in which the store returned it. */
export interface TimedSetup {
  setup: Setup;
  milliseconds: number;
}

/** The card with the steps that are left. */
interface SetupCard {
  card: Html;
  /** True if the next step has a button, which is then the main action of the page. */
  hasMainAction: boolean;
}

/**
 * Renders the steps that are left on the overview, until all are done or a member hides them. Organizations of a host have none.
 *
 * @param inUse the live keys; undefined if the visitor may not see keys
 */
export async function setupCard(
  visit: Visit,
  timed: Promise<TimedSetup>,
  inUse: Promise<Pick<KeysInUse, "keys">> | undefined,
): Promise<SetupCard | undefined> {
  const { api, actor } = visit;
  const [organization, { setup }, isPublished, live] = await Promise.all([
    knownOrganization(actor) ?? api.organizations.get(actor.organizationSlug),
    timed,
    api.admin.posts.hasPublished(actor),
    inUse,
  ]);
  if (organization === null || setup.isHidden) return undefined;
  const hasLiveKey = live && live.keys.length > 0;
  const facts = { organization, setup, isPublished, hasLiveKey };
  const { isDone, hasMainAction, list } = setupSteps(visit, facts);
  if (isDone) return undefined;
  const hide =
    isPermitted(actor, "members:manage") &&
    html`<form method="post" action="${pathTo(visit, `${setupPage}/hide`)}">${tokenInput(visit)}${submitButton("Hide")}</form>`;
  return { card: card({ id: "set-up", title: "Set up", body: list, beside: hide }), hasMainAction };
}
