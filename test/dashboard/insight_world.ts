import type { DashboardWorld } from "./dashboard_world.ts";
import { origin } from "./dashboard_world.ts";

const day = 24 * 60 * 60 * 1000;

/** Sends requests to "acme" on each of some days, with answers of several classes, and returns the key of most of them. */
export async function sendRequests(
  { api, owner, world }: DashboardWorld,
  days: number,
): Promise<{ keyId: string; key: string }> {
  const organizationSlug = "acme";
  const { userId } = owner;
  const site = await api.apiKeys.generate({ organizationSlug, userId, name: "Web site", expiresIn: "90d" });
  const old = await api.apiKeys.generate({ organizationSlug, userId, name: "Old import" });
  await api.apiKeys.revoke({ organizationSlug, keyId: old.id });
  await api.posts.create(organizationSlug, {
    name: "هل يمكنني استرداد المبلغ؟",
    slug: "refund",
    inLanguage: "ar",
    html: "<p>نعم</p>",
  });
  const send = async (path: string, key?: string, headers: Record<string, string> = {}): Promise<Response> =>
    api.fetch(
      new Request(`${origin}/api/public/v1${path}`, {
        headers: { ...headers, ...(key === undefined ? {} : { "x-api-key": key }) },
      }),
    );
  for (let number = 0; number < days; number++) {
    const etag = (await send("/post/acme/hello", site.key)).headers.get("etag") ?? "";
    for (let count = 0; count < 3 + ((number * 5) % 7); count++) {
      await send("/post/acme/hello", site.key);
      await send("/post/acme/hello", site.key, { "if-none-match": etag });
      await send("/post/acme", site.key);
      if (count % 2 === 0) await send("/post/acme/refund");
    }
    await send("/post/acme/sitemap");
    await send("/search/acme?q=zebra");
    await send("/post/acme/opening-hours");
    if (number % 3 === 0) await send("/post/acme", old.key);
    if (number % 4 === 0) await send("/post/acme", `${site.key.slice(0, -3)}abc`);
    if (number < days - 1) world.clock.advance(day);
  }
  return { keyId: site.id, key: site.key };
}
