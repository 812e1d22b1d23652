import { revalidateTag } from "next/cache";
import { verifyWebhook, type WebhookEvent, WebhookVerificationError } from "postern/webhooks";
import { postTag } from "@/lib/post_tag";
import { setting } from "@/lib/setting";

/** Receives the webhook of Postern, and revalidates the pages that show the changed post. */
export async function POST(request: Request) {
  try {
    const event = await verifyWebhook(request, setting("POSTERN_WEBHOOK_SECRET"));
    // With "max" in place of `expire: 0`, the next visitor would still get the earlier page.
    for (const tag of tagsOf(event)) revalidateTag(tag, { expire: 0 });
    return new Response(null, { status: 204 });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return Response.json({ error: error.reason }, { status: 400 });
  }
}

function tagsOf({ type, data }: WebhookEvent): string[] {
  if (type === "organization.updated") return ["organization"];
  if (type === "redirect.changed") return ["posts", postTag(data.from)];
  if (!type.startsWith("post.") || !("slug" in data)) return [];
  const slugs = "previousSlug" in data ? [data.slug, data.previousSlug] : [data.slug];
  return ["posts", ...slugs.map(postTag)];
}
