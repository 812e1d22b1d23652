import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import type { AdminWorld } from "./admin_world.ts";

const secret = "a random text of at least 32 characters";

/** Lets the webhook of "acme" refuse the event of a post until it is abandoned. */
export async function abandonEvent({ world, api, webhookId }: AdminWorld, slug: string): Promise<void> {
  const { storage, clock } = world;
  const send = async ({ body }: { body: string }): Promise<{ status: number; body: Uint8Array }> => ({
    status: body.includes(`"slug":"${slug}"`) ? 422 : 204,
    body: new Uint8Array(),
  });
  const refusing: PublicApi = createPublicApi({ storage, clock, secret, webhooks: { send } });
  const address = { organizationSlug: "acme", webhookId };
  const before = (await api.webhooks.get(address))?.abandoned ?? 0;
  await refusing.posts.put("acme", { slug, name: slug, html: "" });
  while (((await api.webhooks.get(address))?.abandoned ?? 0) === before) {
    await refusing.posts.put("acme", { slug: "accepted", name: `${clock.now()}`, html: "" });
    clock.advance(30 * 60_000);
    await refusing.events.deliver();
  }
}
