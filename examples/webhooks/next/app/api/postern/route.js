// Revalidates the pages of a Next.js site. Fetch the posts with `next: { tags: ["posts"] }`, and a post also with its tag: see the docs.
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
  for (const tag of tags) revalidateTag(tag, { expire: 0 });
  return Response.json({ revalidated: tags });
}

/** @param {import("postern/webhooks").WebhookEvent} event */
function tagsOf({ type, data }) {
  if (type === "organization.updated") return ["posts"];
  if (!type.startsWith("post.") || !("slug" in data)) return [];
  const slugs = "previousSlug" in data ? [data.slug, data.previousSlug] : [data.slug];
  return ["posts", ...slugs.map((slug) => `post:${slug}`)];
}
