import { emptyResponse, PreparedResponse, textResponse, qualityValues } from "../../http/mod.ts";
import type { Html } from "../../base/text/html.ts";
import { toJson } from "../../base/text/well_formed.ts";

const shared: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  // With `no-referrer`, browsers send `Origin: null` with forms, and a real form looks like a forged one.
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
 * The policy of a post's preview. `sandbox` gives it a separate origin without scripts, forms and cookies, however it is opened.
 * Images, videos and styles are shown as readers see them.
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

/** Creates the response for a page of the dashboard. */
export function pageResponse(
  page: Html,
  status = 200,
  headers: Record<string, string> = {},
): PreparedResponse {
  return htmlResponse(page, status, { "content-security-policy": pagePolicy, ...headers });
}

/** Returns the header of a page that also shows pictures of another origin. */
export function allowImagesOf(origin: string): Record<string, string> {
  return { "content-security-policy": pagePolicy.replace("img-src 'self'", `img-src 'self' ${origin}`) };
}

/** Returns the header of a page whose form redirects to another site. Browsers apply `form-action` to the redirect, too. */
export function allowRedirectTo(address: string): Record<string, string> {
  const { origin, protocol, hostname } = new URL(address);
  // A policy cannot name an IPv6 address.
  const source = hostname.startsWith("[") ? protocol : origin;
  const policy = pagePolicy.replace("form-action 'self'", `form-action 'self' ${source}`);
  return { "content-security-policy": policy };
}

/** Creates the response for an untrusted document. */
export function sandboxedResponse(document: Html): PreparedResponse {
  return htmlResponse(document, 200, {
    "content-security-policy": previewPolicy,
    "referrer-policy": "no-referrer",
  });
}

/** Redirects the browser to the result of a sent form, so that reloading does not send the form again. */
export function seeOther(location: string, headers: Record<string, string> = {}): PreparedResponse {
  return emptyResponse(303, { ...shared, ...headers, location });
}

/** Creates a JSON response for the script of the pages. */
export function jsonResponse(value: object, status = 200): PreparedResponse {
  return textResponse(status, toJson(value), { ...shared, "content-type": "application/json" });
}

/** Creates the response for a file that browsers save. The name must be plain ASCII without quotes. */
export function fileResponse(
  content: string | ReadableStream<Uint8Array>,
  { type, name }: { type: string; name: string },
): PreparedResponse {
  const disposition = { "content-disposition": `attachment; filename="${name}"` };
  const headers = { ...shared, "content-type": type, ...disposition };
  if (typeof content === "string") return textResponse(200, content, headers);
  return new PreparedResponse({ status: 200, headers, body: content });
}

function htmlResponse({ text }: Html, status: number, headers: Record<string, string>): PreparedResponse {
  return textResponse(status, text, { ...shared, ...headers, "content-type": "text/html; charset=utf-8" });
}

/** True if a script of the pages sent the request, and wants the result as JSON. */
export function wantsJson({ headers }: Request): boolean {
  return qualityValues(headers.get("accept") ?? "")[0]?.name === "application/json";
}
