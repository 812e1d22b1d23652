import { jsonResponse } from "../../frame/answers.ts";
import { textOf } from "../../form/read_form.ts";
import type { PageHandler, Visit } from "../../visit.ts";
import { userNames } from "../user_names.ts";

/** Maximum number of names in the line about other writers. */
const mostNames = 5;

/** Records a heartbeat of an open editor, and responds with the names of the other writers. A page that closes ends its saves of a draft. */
export const recordPresence: PageHandler = async (visit) => {
  const { api, actor, form, params } = visit;
  const address = { actor, slug: params["slug"] ?? "" };
  const isLeaving = textOf(form, "leaving") !== "";
  const writers = await api.admin.posts.text.present(address, { page: textOf(form, "page"), isLeaving });
  const version = textOf(form, "version");
  if (isLeaving && version !== "") await api.admin.posts.text.close(address, { version });
  return jsonResponse({ others: await otherNames(visit, writers) });
};

/** Returns the names of the other writers who have a post open. */
export async function presentNames(visit: Visit, slug: string): Promise<string[]> {
  return otherNames(visit, await visit.api.admin.posts.text.presence({ actor: visit.actor, slug }));
}

async function otherNames(visit: Visit, writers: readonly { by: string }[]): Promise<string[]> {
  const ids = new Set(writers.map(({ by }) => by).filter((by) => by !== visit.user.id));
  return [...(await userNames(visit, [...ids].slice(0, mostNames))).values()];
}
