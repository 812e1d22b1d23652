import type { Permission } from "../../access/mod.ts";
import { requirePermitted } from "../../api/mod.ts";
import { sleep } from "../../base/time/sleep.ts";
import { pacedBody, type PaceDeps } from "../../http/mod.ts";
import type { Visit } from "../visit.ts";
import { foreignForm, hasFormToken } from "./form_guard.ts";
import { formLimits, readForm } from "./read_form.ts";

/**
 * Reads a form with a large file, and acts on it while it has a slot. The file is read only from users with the permission, and at a least
 * speed.
 *
 * @param most maximum size of the file in bytes
 * @throws {MissingPermissionError} if the visitor lacks the permission
 * @throws {ProblemError} if the body is too large or too slow, or no slot is free
 * @throws {FormRefusedError} if a page of another session sent the form
 */
export async function useUploadForm<Result>(
  { actor, api, organization, request, formToken, uploads }: Visit,
  { needs, most }: { needs: Permission; most: number },
  act: (form: FormData) => Promise<Result>,
): Promise<Result> {
  requirePermitted(actor, needs);
  const textBytes = formLimits.bytesBesideFile;
  return uploads.use(organization.slug, async (reading) => {
    const { clock } = api.options;
    const paced = pacedRequest(request, reading, { clock, sleep });
    const form = await readForm(paced, { bodyBytes: most + textBytes, textBytes }, formToken);
    if (!hasFormToken(request, form, formToken)) throw foreignForm();
    return act(form);
  });
}

function pacedRequest(request: Request, reading: AbortController, deps: PaceDeps): Request {
  const { url, method, headers } = request;
  const body = request.body && pacedBody(request.body, reading, deps);
  // Node requires `duplex` for a streamed body, and its types do not declare it.
  return new Request(url, { method, headers, body, duplex: "half" } as RequestInit);
}
