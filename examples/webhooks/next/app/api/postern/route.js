// Revalidates the pages of a Next.js site. The tags have the names of cache tags: see docs/shared_caches.md.
import { revalidateTag } from "next/cache";
import { verifyWebhook, WebhookVerificationError } from "postern/webhooks";

/** @param {Request} request */
export async function POST(request) {
  let event;
  try {
    event = await verifyWebhook(request, process.env.POSTERN_WEBHOOK_SECRET ?? "");
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return Response.json({ error: error.reason }, { status: 400 });
  }
  const tags = tagsOf(event);
  // With "max" in place of `expire: 0`, the next visitor would still get the earlier page.
  for (const tag of tags) revalidateTag(tag, { expire: 0 });
  return Response.json({ revalidated: tags });
}

/** @param {import("postern/webhooks").WebhookEvent} event */
function tagsOf({ type, organization, data }) {
  if (type === "organization.updated") return [`org-${organization}`];
  if (type === "redirect.changed") {
    return [`posts-${organization}`, `post-${organization}-${encodeURIComponent(data.from)}`];
  }
  if (!type.startsWith("post.") || !("slug" in data)) return [];
  const slugs = "previousSlug" in data ? [data.slug, data.previousSlug] : [data.slug];
  return [
    `posts-${organization}`,
    `post-${data.id}`,
    ...slugs.map((slug) => `post-${organization}-${encodeURIComponent(slug)}`),
  ];
}
