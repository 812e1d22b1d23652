import type { ListedApiKey } from "../../../access/mod.ts";
import { isPermitted, type OAuth } from "../../../api/mod.ts";
import type { ListedConnection } from "../../../api/oauth/mod.ts";
import type { PreparedResponse } from "../../../http/mod.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { ProblemError } from "../../../http/mod.ts";
import { submitButton } from "../../design/components.ts";
import { table } from "../../design/table.ts";
import { seeOther } from "../../frame/answers.ts";
import { assistantsPage, showPage, tokenInput } from "../../frame/layout.ts";
import { dayOf, relativeTime } from "../../format/format.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";

/** A row of a table of connections. */
interface Row {
  key: Pick<ListedApiKey, "id" | "name">;
  connection: ListedConnection;
}

/** Shows the assistants that signed in with own keys, also to members who may not manage keys. */
export const showAssistants: PageHandler = async (visit): Promise<PreparedResponse> => {
  const rows = await (await oauthOf(visit)).ownConnections(visit.actor);
  const body = html`<p>These assistants use <strong><bdi>${visit.organization.name}</bdi></strong> with your keys.</p>
${rows.length === 0 ? html`<p>No assistant has signed in with a key of yours.</p>` : connectionTable(visit, rows, "Assistants that signed in with your keys")}`;
  return showPage(visit, { title: "Your assistants", section: assistantsPage, body });
};

/** Ends the connection of an assistant. */
export const disconnect: PageHandler = async (visit) => {
  const { actor, params } = visit;
  const { id: keyId = "", connection: id = "" } = params;
  await (await oauthOf(visit)).disconnect({ actor, keyId, id });
  const page = isPermitted(actor, "keys:manage") ? `settings/api-keys/${keyId}` : assistantsPage;
  return seeOther(`${pathTo(visit, page)}?done=assistant-disconnected`);
};

/** Renders the assistants that use a key. False if assistants cannot sign in. */
export async function connectionsSection(visit: Visit, key: ListedApiKey): Promise<Html | false> {
  const { api, actor } = visit;
  if (api.oauth === undefined) return false;
  const connections = await (await api.oauth()).connections({ actor, keyId: key.id });
  const rows = connections.map((connection) => ({ key, connection }));
  return html`<h2>Assistants</h2>
${rows.length === 0 ? html`<p>No assistant has signed in with this key.</p>` : connectionTable(visit, rows, "Assistants that signed in with this key")}`;
}

async function oauthOf({ api }: Visit): Promise<OAuth> {
  if (api.oauth === undefined) throw new ProblemError("path-not-found", "This page does not exist");
  return api.oauth();
}

function connectionTable(visit: Visit, rows: readonly Row[], caption: string): Html {
  const now = visit.api.options.clock.now();
  return table({
    caption,
    columns: [
      {
        label: "Assistant",
        kind: "heading",
        cell: ({ connection: { clientName, host } }) =>
          html`<bdi>${clientName}</bdi><p class="hint">${host}</p>`,
      },
      { label: "Key", cell: ({ key }) => html`<bdi>${key.name}</bdi>` },
      { label: "Connected", cell: ({ connection }) => dayOf(connection.createdAt) },
      {
        label: "Last renewed",
        cell: ({ connection: { refreshedAt, createdAt } }) => relativeTime(refreshedAt ?? createdAt, now),
      },
      { label: "Actions", kind: "actions", cell: (row) => disconnectForm(visit, row) },
    ],
    rows,
  });
}

function disconnectForm(visit: Visit, { key, connection: { id, host } }: Row): Html {
  const action = pathTo(visit, `settings/api-keys/${key.id}/connections/${id}/end`);
  return html`<form method="post" action="${action}">${tokenInput(visit)}${submitButton("Disconnect", { tone: "danger", about: html` ${host}` })}</form>`;
}
