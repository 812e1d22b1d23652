import { html } from "../../../base/text/html.ts";
import { previewDocument, type PreviewedPost } from "./preview_document.ts";

/** Returns the page with the post of a preview link. */
export function previewPage(
  post: PreviewedPost,
  { organizationName, expiresAt }: { organizationName: string; expiresAt: string },
): string {
  const note = html`Preview for ${organizationName}. The link works until
    <time datetime="${expiresAt}">${timeOf(expiresAt)}</time>.`;
  return previewDocument(post, { note }).text;
}

/** Returns the page that explains why there is no preview. */
export function problemPage({ status, message }: { status: number; message: string }): string {
  const isMissing = status === 404;
  const title = isMissing ? "This link shows nothing" : "This preview cannot be shown";
  const text = isMissing
    ? "It has expired, was revoked, or is not complete. Ask its sender for another link."
    : `${message}.`;
  return html`<!DOCTYPE html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <style>
          :root {
            color-scheme: light dark;
          }
          body {
            font:
              1.125rem/1.6 system-ui,
              sans-serif;
            max-width: 32rem;
            margin: 10vh auto 0;
            padding: 0 1rem;
          }
        </style>
      </head>
      <body>
        <h1>${title}</h1>
        <p>${text}</p>
      </body>
    </html>`.text;
}

/** Writes a time for readers in any place: "15 June 2026 at 13:00 UTC". */
function timeOf(instant: string): string {
  const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  return `${format.format(new Date(instant))} UTC`;
}
