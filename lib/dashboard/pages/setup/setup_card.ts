import { card } from "../../design/card.ts";
import { isPermitted, knownOrganization, type Setup } from "../../../api/mod.ts";
import { submitButton } from "../../design/button.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { tokenInput } from "../../frame/layout.ts";
import { pathTo, type Visit } from "../../visit.ts";
import type { KeysInUse } from "../overview/overview_usage.ts";
import { setupPage, setupSteps } from "./setup_steps.ts";

/** The state of the setup, and the time in which the store returned it. */
export interface TimedSetup {
  setup: Setup;
  milliseconds: number;
}

/** The card with the steps that are left. */
export interface SetupCard {
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
