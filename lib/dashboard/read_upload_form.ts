import type { Permission } from "../access/mod.ts";
import { requirePermitted } from "../admin/mod.ts";
import { formLimits } from "./form/form_limits.ts";
import { foreignForm, hasFormToken } from "./form_guard.ts";
import { readForm } from "./read_form.ts";
import type { Visit } from "./visit.ts";

/**
 * Reads a form with a large file. The file is read only from users with the permission.
 *
 * @param most maximum size of the file in bytes
 * @throws {MissingPermissionError} if the visitor lacks the permission
 * @throws {ProblemError} if the body is too large
 * @throws {FormRefusedError} if a page of another session sent the form
 */
export async function readUploadForm(
  { actor, request, formToken, uploads }: Visit,
  { needs, most }: { needs: Permission; most: number },
): Promise<FormData> {
  requirePermitted(actor, needs);
  const textBytes = formLimits.bytesBesideFile;
  const form = await uploads.use(async () =>
    readForm(request, { bodyBytes: most + textBytes, textBytes }, formToken),
  );
  if (!hasFormToken(request, form, formToken)) throw foreignForm();
  return form;
}
