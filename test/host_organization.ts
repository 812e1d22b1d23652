import type { Organization } from "../lib/mod.ts";

/** An organization as a host's own database has it. */
export const hostOrganization: Organization = {
  id: "host-1",
  slug: "acme",
  name: "Acme",
  siteUrl: "https://acme.example",
  postUrlTemplate: "/blog/{slug}",
  language: "en-US",
  section: "Articles",
  speakable: ["h1"],
};
