import type { PreviewLinkInput } from "../../content/mod.ts";
import { emptyResponse, jsonResponse, parseQuery, readOptionalJsonBody } from "../../http/mod.ts";
import type { AdminHandler } from "./admin_route.ts";
import { previewAddress } from "../../base/api_address.ts";
import { pageOf, pageQuery } from "./page_query.ts";

/** `GET /posts/{slug}/preview-links`: the valid links of a post. */
export const listPreviewLinks: AdminHandler = async ({ url, params, actor, request }, deps) => {
  const page = parseQuery(pageQuery, url.searchParams);
  const address = { actor, slug: params["slug"] ?? "" };
  return pageOf({ ...page, field: "previewLinks", list: "preview-links" }, { request, deps }, async (part) =>
    deps.admin.previews.list(address, part),
  );
};

/** `POST /posts/{slug}/preview-links`: creates a link. Only this response contains its token. */
export const createPreviewLink: AdminHandler = async ({ request, params, actor }, { admin, options }) => {
  const input: PreviewLinkInput = await readOptionalJsonBody(request, options.limits.bodyBytes);
  const slug = params["slug"] ?? "";
  const link = await admin.previews.create({ actor, slug }, input);
  const { organizationSlug } = actor;
  const { basePath } = options;
  const path = previewAddress({ basePath }, { organizationSlug, slug }, link.token);
  return jsonResponse({ ...link, path }, 201);
};

/** `DELETE /posts/{slug}/preview-links/{id}`: revokes a link. */
export const revokePreviewLink: AdminHandler = async ({ params, actor }, { admin }) => {
  await admin.previews.revoke({ actor, slug: params["slug"] ?? "", id: params["id"] ?? "" });
  return emptyResponse(204);
};
