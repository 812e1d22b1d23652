import { jsonContent } from "../../description/openapi_content.ts";
import { publicOrganizationSchema } from "../../representations/organization_schema.ts";
import type { PublicOrganization } from "../../representations/represent_organization.ts";
import { readOperation, type DescribeOperation } from "../../description/read_operation.ts";

const example: PublicOrganization = {
  slug: "acme",
  name: "Acme",
  url: "https://acme.example",
  language: "en-US",
  logo: "https://acme.example/logo.png",
  sameAs: ["https://social.example/@acme"],
  sitemaps: { site: "https://acme.example/sitemap.xml", posts: "https://acme.example/sitemap-posts.xml" },
  feeds: {
    rss: "https://acme.example/feed.xml",
    atom: "https://acme.example/atom.xml",
    json: "https://acme.example/feed.json",
  },
  llmsTxt: "/api/public/v1/llms/acme",
  llmsFullTxt: "/api/public/v1/llms-full/acme",
};

/** Describes `GET /organization/{organizationSlug}`. */
export const describeGetOrganization: DescribeOperation = readOperation({
  operationId: "getOrganization",
  path: "/organization/{organizationSlug}",
  tag: "Organizations",
  summary: "Get the organization",
  description: "Returns the public fields of an organization, and the addresses of its sitemaps and feeds.",
  needsKey: "for-reading",
  responseDescription: "The organization.",
  headers: ["Last-Modified"],
  content: jsonContent(publicOrganizationSchema, {
    organization: { summary: "An organization with feeds", value: example },
  }),
  problems: ["invalid-parameter"],
});
