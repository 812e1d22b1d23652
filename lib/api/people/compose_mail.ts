import { html } from "../../base/text/html.ts";
import { withoutInvisible } from "../../base/text/format_characters.ts";
import { cutText } from "../../base/text/well_formed.ts";
import type { MailMessage } from "./mail_message.ts";

/** Maximum length of a name in a mail. */
const longestName = 80;

/**
 * Returns a name for the text or the subject of a mail. Names come from other people, so a name must not become a header, a line or a link. It has
 * no control characters. A space follows each character at which mail programs recognize an address.
 */
export function nameInMail(name: string): string {
  const line = withoutInvisible(name)
    // Text of both directions could show a name in another order.
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, " ")
    .replace(/[.:/@\u3002\uff0e\uff61]/g, "$& ")
    .split(/\s/)
    .filter((word) => word !== "")
    .join(" ");
  return line.length > longestName ? `${cutText(line, longestName - 1)}…` : line;
}

/** The content of a mail: its paragraphs, and the addresses between them. */
interface MailContent extends Pick<MailMessage, "kind" | "to" | "subject"> {
  parts: readonly (string | { url: string; label: string })[];
}

/** Builds a mail. Names in it must come from {@link nameInMail}. */
export function composeMail({ kind, to, subject, parts }: MailContent): MailMessage {
  const text = parts.map((part) => (typeof part === "string" ? part : part.url)).join("\n\n");
  const paragraphs = parts.map((part) =>
    typeof part === "string"
      ? html`<p>${part}</p> `
      : html`<p><a href="${part.url}">${part.label}</a><br />${part.url}</p> `,
  );
  return { kind, to, subject, text: `${text}\n`, html: html`${paragraphs}`.text };
}
