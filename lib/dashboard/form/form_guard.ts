import { isEqualInConstantTime, sha256Hex } from "../../access/mod.ts";

/** Name of the hidden field with the form token. */
export const tokenField = "form-token";

/** Name of the header with the form token of a form that a script sends. */
const tokenHeader = "x-form-token";

/** Returns the form token of a session. It derives from the session's secret, so pages of other sites cannot know it. */
export function formTokenOf(secret: string): string {
  return sha256Hex(`form ${secret}`);
}

/**
 * Refuses forms that a page of another site has sent. `Sec-Fetch-Site` decides if the browser sends it; over plain HTTP,
 * `Origin` decides. A client that sends neither is not a browser and has no cookies to abuse.
 *
 * @throws {FormRefusedError} if the form comes from another origin
 */
export function requireSameOrigin({ headers }: Request, origin: string): void {
  const site = headers.get("sec-fetch-site");
  const sender = headers.get("origin");
  const isForeign =
    site === null ? sender !== null && sender !== origin : site !== "same-origin" && site !== "none";
  if (isForeign) {
    throw new FormRefusedError(
      "A page of another site sent this form, so nothing was changed. Send the form from the dashboard.",
    );
  }
}

/** True if the form has the token of the session: in its header, which scripts send, or in its first field. */
export function hasFormToken({ headers }: Request, form: FormData, token: string): boolean {
  const given = headers.get(tokenHeader) ?? form.get(tokenField);
  return typeof given === "string" && isEqualInConstantTime(given, token);
}

/** Creates the error of a form without the token of the session. */
export function foreignForm(): FormRefusedError {
  return new FormRefusedError(
    "This form belongs to another session, which may have ended. Reload the page of the form and send it again.",
  );
}

/** A form did not come from a page of its session. Over HTTP: 403. */
export class FormRefusedError extends Error {
  override name = "FormRefusedError";
}
