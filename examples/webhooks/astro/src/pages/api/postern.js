// Rebuilds a static Astro site. BUILD_HOOK_URL is the build hook of the host, such as Netlify, Vercel or Cloudflare Pages.
import { verifyWebhook, WebhookVerificationError } from "postern/webhooks";

export const prerender = false;

/** @param {{ request: Request }} context */
export async function POST({ request }) {
  let event;
  try {
    event = await verifyWebhook(request, process.env.POSTERN_WEBHOOK_SECRET ?? "");
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return Response.json({ error: error.reason }, { status: 400 });
  }
  if (event.type === "webhook.test") return Response.json({ built: false });
  const build = await fetch(process.env.BUILD_HOOK_URL ?? "", { method: "POST" });
  // Postern sends the event again if the build did not start.
  return Response.json({ built: build.ok }, { status: build.ok ? 200 : 502 });
}
