import { card } from "../../design/card.ts";
import { isPermitted } from "../../../api/mod.ts";
import { submitButton } from "../../design/button.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { tokenInput } from "../../frame/layout.ts";
import { pathTo, type Visit } from "../../visit.ts";
import { setupPage, setupSteps } from "./setup_steps.ts";

/** The card with the steps that are left. */
export interface SetupCard {
  card: Html;
  /** True if the next step has a button, which is then the main action of the page. */
  hasMainAction: boolean;
}

/**
 * Renders the steps that are left on the overview, until all are done or a member hides them. Organizations of a host have none.
 *
 * @param hasLiveKey true if the organization has a live key; undefined if the visitor may not see keys
 */
export async function setupCard(
  visit: Visit,
  hasLiveKey: boolean | undefined,
): Promise<SetupCard | undefined> {
  const { api, actor } = visit;
  const [organization, setup] = await Promise.all([
    api.organizations.get(actor.organizationSlug),
    api.admin.setup.get(actor),
  ]);
  if (organization === null || setup.isHidden) return undefined;
  const { isDone, hasMainAction, list } = await setupSteps(visit, { organization, setup, hasLiveKey });
  if (isDone) return undefined;
  const hide =
    isPermitted(actor, "members:manage") &&
    html`<form method="post" action="${pathTo(visit, `${setupPage}/hide`)}">${tokenInput(visit)}${submitButton("Hide")}</form>`;
  return { card: card({ id: "set-up", title: "Set up", body: list, beside: hide }), hasMainAction };
}
