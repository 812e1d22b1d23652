import type { ApiKey, Invitation, ListedMember } from "../../../access/mod.ts";
import type { StoredPost } from "../../../content/mod.ts";
import { exampleItem, examplePost } from "../../public/posts/example_post.ts";

const { url: _url, ...example } = exampleItem;

export const exampleKeptPost: StoredPost = { ...example, status: "published", revision: 3 };

/** The stored post in the examples, with its HTML. */
export const exampleKeptPostWithHtml: object = { ...exampleKeptPost, html: examplePost.html };

export const exampleUserId = "3k7xqp2vwm5ctahr";

export const exampleKeyId = "q4mzk2w7ty5dnbc3";

/** The key in the examples, without its value. */
export const exampleKey: ApiKey = {
  id: exampleKeyId,
  userId: exampleUserId,
  organizationId: "7rvw3k5mzqp2ctah",
  organizationSlug: "acme",
  name: "CI",
  start: "postern_q4mz",
  createdAt: "2026-05-01T12:30:00.000Z",
  expiresAt: "2026-07-30T12:30:00.000Z",
  permissions: ["posts:read", "posts:write"],
};

export const exampleMember: ListedMember = {
  userId: exampleUserId,
  name: "Ada Lovelace",
  email: "ada@acme.example",
  status: "active",
  role: "editor",
};

/** The pending invitation in the examples. */
export const exampleInvitation: Invitation = {
  id: "m2w7dzk4yq5tnbc3",
  email: "bob@acme.example",
  name: "Bob",
  role: "author",
  createdAt: "2026-06-15T12:00:00.000Z",
  expiresAt: "2026-06-22T12:00:00.000Z",
  by: exampleUserId,
  via: exampleKeyId,
};
