import type { Permission } from "../../access/mod.ts";
import { requirePermitted } from "../../api/mod.ts";
import { pacedBody, type PaceDeps } from "../../http/mod.ts";
import { sleep } from "../../base/time/sleep.ts";
import { formLimits } from "./form_limits.ts";
import { foreignForm, hasFormToken } from "./form_guard.ts";
import { readForm } from "./read_form.ts";
import type { Visit } from "../visit.ts";

/**
 * Reads a form with a large file. The file is read only from users with the permission, and at a least speed.
 *
 * @param most maximum size of the file in bytes
 * @throws {MissingPermissionError} if the visitor lacks the permission
 * @throws {ProblemError} if the body is too large or too slow, or no slot is free
 * @throws {FormRefusedError} if a page of another session sent the form
 */
export async function readUploadForm(
  { actor, api, organization, request, formToken, uploads }: Visit,
  { needs, most }: { needs: Permission; most: number },
): Promise<FormData> {
  requirePermitted(actor, needs);
  const textBytes = formLimits.bytesBesideFile;
  return uploads.use(organization.slug, async (reading) => {
    const { clock } = api.options;
    const paced = pacedRequest(request, reading, { clock, sleep });
    const form = await readForm(paced, { bodyBytes: most + textBytes, textBytes }, formToken);
    if (!hasFormToken(request, form, formToken)) throw foreignForm();
    return form;
  });
}

function pacedRequest(request: Request, reading: AbortController, deps: PaceDeps): Request {
  const { url, method, headers } = request;
  const body = request.body && pacedBody(request.body, reading, deps);
  // Node requires `duplex` for a streamed body, and its types do not declare it.
  return new Request(url, { method, headers, body, duplex: "half" } as RequestInit);
}
