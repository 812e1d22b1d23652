import type { PostUpload } from "../actions/post_upload.ts";
import type { EndpointDeps } from "../public/endpoint_deps.ts";
import { ProblemError, readJsonBody, type IncomingBody, readBytes, readMediaType } from "../../http/mod.ts";

/**
 * Reads a post from a request's body: a JSON object, or a Markdown file (`content-type: text/markdown`).
 *
 * @throws {ProblemError} if the body is neither
 */
export async function readUpload(request: IncomingBody, { options }: EndpointDeps): Promise<PostUpload> {
  const { bodyBytes } = options.limits;
  const { name, isUtf8 } = readMediaType(request.headers.get("content-type"));
  if (name !== "text/markdown") return (await readJsonBody(request, bodyBytes)).value as PostUpload;
  if (!isUtf8) throw new ProblemError("unsupported-media-type", "The Markdown must be in UTF-8");
  const bytes = await readBytes(request, bodyBytes);
  if (bytes.length === 0) throw new ProblemError("missing-body", "Send the post as the body");
  return { markdown: decode(bytes) };
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    const fields = [{ pointer: "", message: "must be text in UTF-8" }];
    throw new ProblemError("invalid-body", "The body must be text in UTF-8", { fields, cause });
  }
}
