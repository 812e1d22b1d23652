import { routes } from "../../lib/dashboard/routes.ts";
import type { AdminWorld } from "../admin/admin_world.ts";

/** Requests of the dashboard beside a page without parameters, by the path of the route. */
const queries: Record<string, readonly string[]> = {
  "{organization}/palette": ["?q=listed", "?q=0zz"],
  "{organization}/search": ["?q=listed"],
  "{organization}/suggestions": ["?field=tags&q=zz", "?field=authors", "?field=timeZone&q=utc"],
  "{organization}/posts": ["", "?search=zz", "?tag=Tag+1"],
  "{organization}/settings/api-keys": ["", "?view=ended"],
};

/** Pages that no test of all pages visits, each with the reason. */
const unvisited: Record<string, string> = {
  "{organization}/assistants": "it needs the sign-in of assistants; test/oauth visits it",
  "{organization}/authorize": "it needs the request of an assistant; test/oauth visits it",
  "{organization}/import-posts/{id}": "its state is in memory",
  "{organization}/settings/export/{format}": "it is a file with the whole organization",
};

/** Every page of the dashboard with the frame of an organization. */
export const pages: readonly { path: string; query: string; name: string }[] = routes
  .filter(({ path, GET }) => GET !== undefined && unvisited[path] === undefined)
  .flatMap(({ path }) =>
    (queries[path] ?? [""]).map((query) => ({ path, query, name: pageName(path, query) })),
  );

function pageName(path: string, query: string): string {
  return path.replace("{organization}", "page") + query;
}

/** Returns a path with the ids of the records of the world. */
export function filledPath(path: string, world: AdminWorld): string {
  const ids: Record<string, string> = {
    "api-keys": world.viewerKeyId,
    members: world.viewerId,
    invitations: world.invitationId,
    webhooks: world.webhookId,
    media: world.mediaHash,
    "knowledge-base": world.textId,
  };
  const slug = /working-copy|schedule|merge|number|submission/.test(path) ? "secret" : "hello";
  const parts = path.split("/");
  const filled = parts.map((part, index) => (part === "{id}" ? (ids[parts[index - 1] ?? ""] ?? part) : part));
  const values = { organization: "acme", slug, number: "1", name: "rating", hash: world.mediaHash };
  return Object.entries(values).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, value),
    filled.join("/"),
  );
}
