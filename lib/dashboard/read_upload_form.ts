import type { Permission } from "../access/mod.ts";
import { requirePermitted } from "../admin/mod.ts";
import { readSentForm } from "./read_sent_form.ts";
import type { Visit } from "./visit.ts";

/** Bytes of a form besides its file. */
const otherBytes = 65_536;

/**
 * Reads a form with a large file. The file is read only from users with the permission.
 *
 * @param most maximum size of the file in bytes
 * @throws {MissingPermissionError} if the visitor lacks the permission
 * @throws {ProblemError} if the body is too large
 */
export async function readUploadForm(
  { actor, request, formToken, uploads }: Visit,
  { needs, most }: { needs: Permission; most: number },
): Promise<FormData> {
  requirePermitted(actor, needs);
  return uploads.use(async () => readSentForm(request, formToken, most + otherBytes));
}
