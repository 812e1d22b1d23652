import { foreignForm, hasFormToken } from "./form_guard.ts";
import { readForm } from "./read_form.ts";

/**
 * Reads a form, and checks that a page of this session sent it.
 *
 * @param most maximum size of the body in bytes
 */
export async function readSentForm(request: Request, formToken: string, most: number): Promise<FormData> {
  const form = await readForm(request, most);
  if (!hasFormToken(form, formToken)) throw foreignForm();
  return form;
}
