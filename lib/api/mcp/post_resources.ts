import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
} from "@modelcontextprotocol/server";
import { CallRefusedError } from "./call_refused_error.ts";
import type { McpBackend } from "./mcp_backend.ts";
import { readAnswer, readPost } from "./read_answer.ts";

const mimeType = "text/markdown";

/** Offers the published posts as resources in Markdown. */
export function registerPosts({ server }: McpServer, backend: McpBackend): void {
  const root = `postern://${backend.organizationSlug}/`;
  server.registerCapabilities({ resources: {} });
  server.setRequestHandler("resources/list", async ({ params }) => {
    const cursor = params?.cursor;
    const found = await toProtocolError(async () =>
      readAnswer(backend, `post/${backend.organizationSlug}`, { cursor, limit: 100 }),
    );
    const { posts, nextCursor } = found as unknown as PostPage;
    const resources = posts.map(({ slug, name, description }) => ({
      uri: `${root}${encodeURIComponent(slug)}`,
      name: slug,
      title: name,
      ...(description === undefined ? {} : { description }),
      mimeType,
    }));
    return nextCursor === null ? { resources } : { resources, nextCursor };
  });
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [{ uriTemplate: `${root}{slug}`, name: "post", title: "A post", mimeType }],
  }));
  server.setRequestHandler("resources/read", async ({ params: { uri } }) => {
    const slug = uri.startsWith(root) ? uri.slice(root.length) : "";
    if (slug === "" || slug.includes("/")) throw new ResourceNotFoundError(uri);
    const { markdown } = await toProtocolError(async () => readPost(backend, decode(slug, uri)), uri);
    return { contents: [{ uri, mimeType, text: markdown }] };
  });
}

interface PostPage {
  posts: { slug: string; name: string; description?: string }[];
  nextCursor: string | null;
}

function decode(slug: string, uri: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    throw new ResourceNotFoundError(uri);
  }
}

/** Runs an action. A refusal by the API becomes an error of the protocol. */
async function toProtocolError<Result>(action: () => Promise<Result>, uri?: string): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof CallRefusedError)) throw error;
    if (error.status === 404 && uri !== undefined) throw new ResourceNotFoundError(uri, error.message);
    const isServers = error.status >= 500;
    const code = isServers ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
    throw new ProtocolError(code, error.message);
  }
}
