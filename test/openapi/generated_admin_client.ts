/** Like `generatedClient`, for the admin API: a CI job that publishes a post, and an owner's script. */
export const generatedAdminClient = `
import createClient from "openapi-fetch";
import type { components, paths } from "./openapi_admin.js";

const [, , baseUrl = "", key = ""] = process.argv;
const client = createClient<paths>({ baseUrl, headers: { "x-api-key": key } });
const path = { slug: "from-ci" };

const list = await client.GET("/posts", { params: { query: { limit: 2, sort: "name", status: "published" } } });
if (!list.data) throw new Error(list.error.detail);
const put = await client.PUT("/posts/{slug}", {
  params: { path },
  body: { name: "From CI", html: "<p>Hi</p>", status: "draft" },
});
const etag = put.response.headers.get("etag") ?? "";
const patched = await client.PATCH("/posts/{slug}", {
  params: { path, header: { "If-Match": etag } },
  body: { status: "published" },
});
const stale = await client.PATCH("/posts/{slug}", {
  params: { path, header: { "If-Match": etag } },
  body: { status: "archived" },
});
const code: components["schemas"]["Problem"]["code"] | undefined = stale.error?.code;
const history = await client.GET("/posts/{slug}/revisions", { params: { path } });
const generated = await client.POST("/api-keys", {
  body: { name: "CI", expiresAt: Date.now() + 1e11, permissions: ["posts:read"] },
});
const value: string | undefined = generated.data?.key;
const member = await client.POST("/members", { body: { name: "Bob", email: "bob@acme.example", role: "author" } });
const usage = await client.GET("/usage");
const missing = await client.GET("/posts/{slug}/preview", { params: { path: { slug: "nothing" } } });
await client.DELETE("/posts/{slug}", { params: { path, header: { "If-Match": "*" } } });

// @ts-expect-error the status is not a valid status of a post
void client.PATCH("/posts/{slug}", { params: { path }, body: { status: "gone" } });
// @ts-expect-error the name is required
void client.POST("/api-keys", { body: {} });

console.log(JSON.stringify({
  names: list.data.posts.map(({ name }) => name),
  statuses: [put.data?.status, patched.data?.status],
  revisions: history.data?.revisions.map(({ number }) => number),
  refused: code,
  permissions: value?.startsWith("postern_") ? generated.data?.permissions : [],
  role: member.data?.role,
  requests: usage.data?.usage.flatMap(({ days }) => days.map(({ requests }) => requests)).reduce((sum, one) => sum + one),
  missing: missing.error?.code,
}));
`;
