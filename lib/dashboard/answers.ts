import { emptyResponse, type PreparedResponse, textResponse } from "../exchange/mod.ts";
import type { Html } from "../html.ts";

const shared: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  // Not `no-referrer`: browsers would then send `Origin: null` with forms, and no form could be told from a forged one.
  "referrer-policy": "same-origin",
};

const pagePolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * The policy of a post's preview: `sandbox` gives it an origin of its own, without scripts, forms and cookies, however it is opened. Its
 * pictures, films and styles are shown as readers would see them.
 */
const previewPolicy = [
  "sandbox",
  "default-src 'none'",
  "img-src https: http: data:",
  "media-src https: http: data:",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");

/** A page of the dashboard. */
export function pageAnswer(page: Html, status = 200, headers: Record<string, string> = {}): PreparedResponse {
  return htmlAnswer(page, status, { ...headers, "content-security-policy": pagePolicy });
}

/** A document that is not to be trusted. */
export function sandboxedAnswer(document: Html): PreparedResponse {
  return htmlAnswer(document, 200, {
    "content-security-policy": previewPolicy,
    "referrer-policy": "no-referrer",
  });
}

/** After a form was sent: the browser gets the page that shows what came of it, so that reloading sends nothing again. */
export function seeOther(location: string, headers: Record<string, string> = {}): PreparedResponse {
  return emptyResponse(303, { ...shared, ...headers, location });
}

/** Data for the script of the pages. */
export function dataAnswer(value: object): PreparedResponse {
  return textResponse(200, JSON.stringify(value), { ...shared, "content-type": "application/json" });
}

function htmlAnswer({ text }: Html, status: number, headers: Record<string, string>): PreparedResponse {
  return textResponse(status, text, { ...shared, ...headers, "content-type": "text/html; charset=utf-8" });
}
