import { isEqualInConstantTime, sha256Hex } from "../access/mod.ts";
import { FormRefusedError } from "./form_refused_error.ts";

/** The name of the hidden field that holds the form token. */
export const tokenField = "form-token";

/** What the forms of one session hold, and no other page can know: it is made of the session's secret. */
export function formTokenOf(secret: string): string {
  return sha256Hex(`form ${secret}`);
}

/**
 * Refuses what another site's page has sent. `Sec-Fetch-Site` says it where the browser sends it; `Origin` where it does not, as over
 * plain HTTP. Whoever sends neither is no browser, and has no cookies to abuse.
 *
 * @throws {FormRefusedError} when it was another origin's
 */
export function requireSameOrigin({ headers }: Request, origin: string): void {
  const site = headers.get("sec-fetch-site");
  const sender = headers.get("origin");
  const isForeign =
    site === null ? sender !== null && sender !== origin : site !== "same-origin" && site !== "none";
  if (isForeign) {
    throw new FormRefusedError("The form was sent by a page of another site; nothing was changed");
  }
}

/** @throws {FormRefusedError} when a form does not hold the token of the session */
export function requireFormToken(form: FormData, token: string): void {
  const given = form.get(tokenField);
  if (typeof given === "string" && isEqualInConstantTime(given, token)) return;
  throw new FormRefusedError(
    "The form belongs to another session, perhaps one that has ended; open its page again and send it from there",
  );
}
