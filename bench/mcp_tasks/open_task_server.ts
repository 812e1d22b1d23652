import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { readdirSync, readFileSync } from "node:fs";
import { join, parse } from "node:path";
import { serve } from "../../adapters/node.ts";
import { mcp } from "../../lib/api/mcp/mod.ts";
import { markdownToPost } from "../../lib/import/mod.ts";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";

const organizationSlug = "postern";

/** A server with the posts of `examples/content`, and two clients of it. */
export interface TaskServer {
  anonymous: Client;
  /** Client with the key of an editor. */
  editor: Client;
  close(): Promise<void>;
}

/** Starts the server on a free port of the loopback interface. */
export async function openTaskServer(): Promise<TaskServer> {
  const api = createPublicApi({ storage: memoryDriver(), mcp: mcp() });
  await seed(api);
  const { id: userId } = await api.users.create({ name: "Ada" });
  await api.users.addToOrganization(userId, { organizationSlug, role: "editor" });
  const { key } = await api.apiKeys.generate({
    organizationSlug,
    userId,
    name: "Tasks",
    permissions: ["posts:read", "knowledge:read", "knowledge:write"],
  });
  await api.knowledgeBase.add(organizationSlug, {
    text: "The parking of the office is behind the old mill.",
  });
  const server = await serve(api, { port: 0 });
  const connect = async (headers: Record<string, string>): Promise<Client> => {
    const client = new Client({ name: "tasks", version: "1" });
    const url = new URL(`${server.url}/api/public/v1/mcp/${organizationSlug}`);
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    return client;
  };
  const anonymous = await connect({});
  const editor = await connect({ "x-api-key": key });
  return {
    anonymous,
    editor,
    close: async () => {
      for (const client of [anonymous, editor]) await client.close();
      await server.close();
    },
  };
}

async function seed(api: PublicApi): Promise<void> {
  await api.organizations.create({
    slug: organizationSlug,
    name: "Postern",
    siteUrl: "https://postern.example",
    faq: { languages: true },
  });
  const folder = "examples/content";
  for (const file of readdirSync(folder).toSorted()) {
    const { name, ext } = parse(file);
    if (ext !== ".md") continue;
    await api.posts.create(organizationSlug, markdownToPost(readFileSync(join(folder, file), "utf8"), name));
  }
  await api.knowledgeBase.add(organizationSlug, {
    text: "The parking of the office is behind the old mill.",
  });
}
