import type { ListedApiKey } from "../../../access/mod.ts";
import { isPermitted } from "../../../admin/mod.ts";
import { html, type Html } from "../../../html.ts";
import { tokenInput } from "../../layout.ts";
import { pathTo, type Visit } from "../../visit.ts";
import { setupPage } from "./setup_paths.ts";
import { setupSteps } from "./setup_steps.ts";

/**
 * Renders the steps that are left on the overview, until all are done or a member hides them. Organizations of a host have none.
 *
 * @param keys the keys of the organization, if the visitor may see them
 */
export async function setupCard(
  visit: Visit,
  keys: readonly ListedApiKey[] | undefined,
): Promise<Html | false> {
  const { api, actor } = visit;
  const [organization, setup] = await Promise.all([
    api.organizations.get(actor.organizationSlug),
    api.admin.setup.get(actor),
  ]);
  if (organization === null || setup.isHidden) return false;
  const { isDone, list } = await setupSteps(visit, { organization, setup, keys });
  if (isDone) return false;
  const hide =
    isPermitted(actor, "members:manage") &&
    html`<form method="post" action="${pathTo(visit, `${setupPage}/hide`)}">${tokenInput(visit)}<button type="submit">Hide</button></form>`;
  return html`<section class="card set-up" aria-labelledby="set-up">
<div class="card-head"><h2 id="set-up">Set up</h2>${hide}</div>
${list}
</section>`;
}
