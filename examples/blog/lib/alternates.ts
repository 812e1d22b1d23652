import type { Metadata } from "next";
import { getOrganization } from "./get_organization";

/** Returns the canonical address of a page and the feeds of the site, for the page's head. */
export async function alternates(canonical: string): Promise<Metadata["alternates"]> {
  const { name: title, feeds } = await getOrganization();
  if (feeds === undefined) return { canonical };
  const types = {
    "application/rss+xml": [{ url: feeds.rss, title }],
    "application/atom+xml": [{ url: feeds.atom, title }],
    "application/feed+json": [{ url: feeds.json, title }],
  };
  return { canonical, types };
}
