import { previewUrlOf, type PreviewLinkInput } from "../../content/mod.ts";
import { previewAddress } from "../../base/api_address.ts";
import { jsonResponse } from "../../http/mod.ts";
import { ends, pages } from "./admin_handlers.ts";
import type { AdminRoute } from "./admin_route.ts";

/** The paths of the preview links of a post. Only the response to `POST` contains a token. */
export const previewLinkRoutes: readonly AdminRoute[] = [
  {
    path: "posts/{slug}/preview-links",
    hasQuery: ["GET"],
    GET: pages(
      "previewLinks",
      async ({ actor, slug, admin }, part) => admin.previews.list({ actor, slug }, part),
      "preview-links",
    ),
    POST: async ({ actor, admin, slug, optionalBody }, { options: { basePath } }) => {
      const input: PreviewLinkInput = await optionalBody();
      const link = await admin.previews.create({ actor, slug }, input);
      const { organizationSlug } = actor;
      const path = previewAddress({ basePath }, { organizationSlug, slug }, link.token);
      const organization = await admin.organization.get(actor);
      const page = previewUrlOf(organization, { slug, token: link.token }, { basePath });
      return jsonResponse({ ...link, path, page }, 201);
    },
  },
  {
    path: "posts/{slug}/preview-links/{id}",
    DELETE: ends(async ({ actor, slug, id, admin }) => admin.previews.revoke({ actor, slug, id })),
  },
];
