import * as v from "valibot";
import { isRefusedFile } from "../../../base/file_errors.ts";
import {
  bodyTooLarge,
  jsonResponse,
  parseQuery,
  ProblemError,
  type QuerySchema,
  readMediaType,
} from "../../../http/mod.ts";
import type { OptionalParameter } from "../../public/posts/list_parameters.ts";
import { ends, shows } from "../admin_handlers.ts";
import type { AdminHandler } from "../admin_route.ts";
import { pageOf, pageParameters, searchParameter } from "../page_query.ts";

function textParameter(description: string, longest: number, example: string): OptionalParameter {
  return v.exactOptional(
    v.pipe(
      v.string(),
      v.maxLength(longest, `must be at most ${longest} characters`),
      v.description(description),
      v.examples([example]),
    ),
  );
}

/** The query parameters of an upload. */
export const uploadParameters: QuerySchema<{ name: string; alt?: string; title?: string }> = v.object({
  name: v.pipe(
    v.string(),
    v.maxLength(1000, "must be at most 1000 characters"),
    v.description("Name of the file. Folders before it are cut."),
    v.examples(["harbour.jpg"]),
  ),
  alt: textParameter(
    "Text in place of the picture for readers who do not see it.",
    1000,
    "Boats in the harbour at low tide",
  ),
  title: textParameter("Title of the file.", 200, "The harbour"),
});

/** The query parameters of the list of files. */
export const mediaParameters: QuerySchema<{ limit: number; cursor?: string; q?: string; type?: string }> =
  v.object({
    ...pageParameters,
    q: searchParameter("Only files whose name, title or alternative text contains this. Case is ignored."),
    type: textParameter("Only files of this type, or of the types that begin so.", 100, "image"),
  });

/** The query parameters of the deletion of a file. */
export const mediaDeletionParameters: QuerySchema<{ force?: string }> = v.object({
  force: v.exactOptional(
    v.pipe(
      v.picklist(["true", "false"], "must be true or false"),
      v.description("`true` deletes a file that posts show."),
      v.examples(["true"]),
    ),
  ),
});

/** Receives a file: the body has its bytes. */
export const uploadMedia: AdminHandler = async ({ request, url, actor, admin }, { media }) => {
  const input = parseQuery(uploadParameters, url.searchParams);
  const { headers, signal } = request;
  if (readMediaType(headers.get("content-type")).name === "multipart/form-data") {
    const detail = "Send the bytes of the file as the body, without a form around them";
    throw new ProblemError("unsupported-media-type", detail);
  }
  if (media !== undefined && Number(headers.get("content-length") ?? 0) > media.fileBytes) {
    throw bodyTooLarge(media.fileBytes);
  }
  const body = request.body ?? new Uint8Array();
  const uploading = admin.media.upload(actor, body, { ...input, signal });
  const { isNew, ...stored } = await uploading.catch((error: unknown) => {
    throw isRefusedFile(error)
      ? new ProblemError("unsupported-file", error.message, { cause: error })
      : error;
  });
  return jsonResponse(stored, isNew ? 201 : 200);
};

/** Responds with a page of the files. */
export const listMedia: AdminHandler = async ({ request, url, actor }, deps) => {
  const { cursor, limit, ...query } = parseQuery(mediaParameters, url.searchParams);
  const page = { field: "media", list: "media", cursor, limit } as const;
  return pageOf(page, { request, deps }, async (part) => deps.admin.media.list(actor, { ...query, ...part }));
};

export const getMedia: AdminHandler = shows(async ({ actor, id, admin }) => admin.media.get(actor, id));

export const updateMedia: AdminHandler = shows(async ({ actor, id, admin, body }) =>
  admin.media.update(actor, id, await body()),
);

export const deleteMedia: AdminHandler = ends(async ({ url, actor, id, admin }) => {
  const { force } = parseQuery(mediaDeletionParameters, url.searchParams);
  return admin.media.delete(actor, id, { force: force === "true" });
});

export const listMediaUses: AdminHandler = shows(async ({ actor, id, admin }) =>
  admin.media.usesOf(actor, id),
);
