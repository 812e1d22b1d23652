import type { ListedApiKey } from "../../../access/mod.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { ProblemError } from "../../../http/mod.ts";
import { submitButton } from "../../design/components.ts";
import { table } from "../../design/table.ts";
import { seeOther } from "../../frame/answers.ts";
import { tokenInput } from "../../frame/layout.ts";
import { dayOf, relativeTime } from "../../format/format.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";

/** Ends the connection of an assistant. */
export const disconnect: PageHandler = async (visit) => {
  const { api, actor, params } = visit;
  if (api.oauth === undefined) throw new ProblemError("path-not-found", "This page does not exist");
  const { id: keyId = "", connection: id = "" } = params;
  await (await api.oauth()).disconnect({ actor, keyId, id });
  return seeOther(`${pathTo(visit, `settings/api-keys/${keyId}`)}?done=assistant-disconnected`);
};

/** Renders the assistants that use a key. False if assistants cannot sign in. */
export async function connectionsSection(visit: Visit, { id: keyId }: ListedApiKey): Promise<Html | false> {
  const { api, actor } = visit;
  if (api.oauth === undefined) return false;
  const connections = await (await api.oauth()).connections({ actor, keyId });
  const now = api.options.clock.now();
  return html`<h2>Assistants</h2>
${
  connections.length === 0
    ? html`<p>No assistant has signed in with this key.</p>`
    : table({
        caption: "Assistants that signed in with this key",
        columns: [
          {
            label: "Assistant",
            kind: "heading",
            cell: ({ clientName, host }) => html`<bdi>${clientName}</bdi><p class="hint">${host}</p>`,
          },
          { label: "Connected", cell: ({ createdAt }) => dayOf(createdAt) },
          {
            label: "Last renewed",
            cell: ({ refreshedAt, createdAt }) => relativeTime(refreshedAt ?? createdAt, now),
          },
          {
            label: "Actions",
            kind: "actions",
            cell: ({ id, host }) => disconnectForm(visit, keyId, { id, host }),
          },
        ],
        rows: connections,
      })
}`;
}

function disconnectForm(visit: Visit, keyId: string, { id, host }: { id: string; host: string }): Html {
  const action = pathTo(visit, `settings/api-keys/${keyId}/connections/${id}/end`);
  return html`<form method="post" action="${action}">${tokenInput(visit)}${submitButton("Disconnect", { tone: "danger", about: html` ${host}` })}</form>`;
}
