import type { MetadataRoute } from "next";
import { getOrganization } from "@/lib/get_organization";

export default async function robots(): Promise<MetadataRoute.Robots> {
  const { sitemaps } = await getOrganization();
  return { rules: { userAgent: "*", disallow: ["/preview", "/suggest"] }, sitemap: sitemaps.site };
}
