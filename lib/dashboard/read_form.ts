import { ProblemError } from "../problems/mod.ts";
import { readBytes } from "../http/mod.ts";

const types = ["application/x-www-form-urlencoded", "multipart/form-data"];

/**
 * Reads the fields of a sent form.
 *
 * @param most maximum size of the body in bytes
 * @throws {ProblemError} if the body is not a form, or is too large
 */
export async function readForm(request: Request, most: number): Promise<FormData> {
  const type = request.headers.get("content-type") ?? "";
  if (!types.includes(type.split(";", 1)[0]?.trim().toLowerCase() ?? "")) {
    throw new ProblemError("unsupported-media-type", `The body must be a form (${types.join(" or ")})`);
  }
  const bytes = await readBytes(request, most);
  try {
    const body = new Response(bytes as Uint8Array<ArrayBuffer>, { headers: { "content-type": type } });
    return await body.formData();
  } catch (cause) {
    throw new ProblemError("invalid-body", "The form cannot be read", { cause });
  }
}

/** Returns a field's text, trimmed; empty if the field was not sent. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.replaceAll("\r\n", "\n").trim() : "";
}

/** Returns a field's text, or undefined if it is empty. */
export function optionalTextOf(form: FormData, name: string): string | undefined {
  return textOf(form, name) || undefined;
}

/** Returns the trimmed lines of a text, without empty lines. */
export function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** Returns all texts of a field that can be sent several times. */
export function textsOf(form: FormData, name: string): string[] {
  return form.getAll(name).filter((value) => typeof value === "string");
}
