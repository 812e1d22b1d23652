import * as v from "valibot";
import { mediaChanges, type StoredMedia } from "../../../media/mod.ts";
import { mediaDeletionParameters, mediaParameters, uploadParameters } from "../media/media_handlers.ts";
import { mediaUsesSchema, storedMediaListSchema, storedMediaSchema } from "../media/media_schemas.ts";
import {
  type DescribeAdminOperation,
  idParameter,
  lastPage,
  operationsOf,
  shown,
} from "./admin_operation.ts";
import { exampleUserId } from "./examples.ts";

const exampleMedia: StoredMedia = {
  hash: "2fd4e1c67a2d28fced849ee1bb76e7391b93eb12",
  name: "harbour.jpg",
  type: "image/jpeg",
  bytes: 48_213,
  width: 1200,
  height: 800,
  alt: "Boats in the harbour at low tide",
  url: "https://media.example/api/public/v1/media/acme/2fd4e1c67a2d28fced849ee1bb76e7391b93eb12/harbour.jpg",
  createdAt: "2026-06-15T12:00:00.000Z",
  createdBy: exampleUserId,
};

const operation = operationsOf({
  tag: "Media",
  needs: "media:write",
  id: idParameter("The hash of the file.", exampleMedia.hash),
});
const problems = ["media-unavailable"] as const;
const examples = { file: { summary: "A picture", value: exampleMedia } };

/** The operations on files. */
export const mediaOperations: readonly DescribeAdminOperation[] = [
  operation({
    operationId: "listMedia",
    method: "get",
    path: "/media",
    summary: "List files",
    description: "Returns pages of files, newest first.",
    query: mediaParameters,
    responses: [
      lastPage("A page of files.", storedMediaListSchema, { media: [exampleMedia], nextCursor: null }),
    ],
    problems,
  }),
  operation({
    operationId: "uploadMedia",
    method: "post",
    path: "/media",
    summary: "Upload a file",
    description:
      "Stores the body as a file. Its type is found in its bytes; the `content-type` is ignored. Metadata of pictures, such as places, is removed. " +
      "The same bytes are stored once: the response is then the existing file.",
    query: uploadParameters,
    body: {
      description: "The bytes of the file.",
      mediaType: "application/octet-stream",
      schema: v.unknown(),
      examples: { text: { summary: "A drawing", value: "<svg xmlns='http://www.w3.org/2000/svg'/>" } },
    },
    responses: [
      shown("The file was stored.", storedMediaSchema, examples, 201),
      shown("The file exists already.", storedMediaSchema, examples),
    ],
    problems: [...problems, "unsupported-file", "media-full", "changed-meanwhile"],
  }),
  operation({
    operationId: "getMedia",
    method: "get",
    path: "/media/{id}",
    summary: "Get a file",
    description: "Returns the record of a file. Its `url` has the bytes.",
    responses: [shown("The file.", storedMediaSchema, examples)],
    problems,
  }),
  operation({
    operationId: "updateMedia",
    method: "patch",
    path: "/media/{id}",
    summary: "Update a file",
    description:
      "Changes the texts and the focal point of a file. Without `posts:write`, only files that the caller uploaded.",
    body: {
      description: "The changes.",
      schema: mediaChanges,
      examples: { alt: { summary: "Another text", value: { alt: exampleMedia.alt } } },
    },
    responses: [shown("The file.", storedMediaSchema, examples)],
    problems: [...problems, "changed-meanwhile"],
  }),
  operation({
    operationId: "deleteMedia",
    method: "delete",
    path: "/media/{id}",
    summary: "Delete a file",
    description:
      "The file leaves the lists. A day later, its address responds with 404, except from caches, and its bytes are removed. If a post shows the file by " +
      "then, it is restored. A file that posts show is only deleted with `force=true`, which also stops its address immediately. Without `posts:write`, " +
      "the caller can only delete files that the caller uploaded, and cannot force it.",
    query: mediaDeletionParameters,
    responses: [{ status: 204, description: "The file was deleted." }],
    problems: [...problems, "media-in-use", "changed-meanwhile"],
  }),
  operation({
    operationId: "listMediaUses",
    method: "get",
    path: "/media/{id}/uses",
    summary: "List the posts that show a file",
    description:
      "Returns at most 20 posts of every status that the caller may see. Their fields, content or working copy has the hash.",
    responses: [
      shown("The posts.", mediaUsesSchema, {
        uses: {
          summary: "A post",
          value: {
            posts: [{ slug: "when-we-are-open", name: "When are you open?" }],
            hasHidden: false,
            isInSettings: false,
            isComplete: true,
          },
        },
      }),
    ],
    problems,
  }),
];
