import type * as Nodemailer from "nodemailer";
import type { SendMail } from "../../../lib/api/mod.ts";
import { loadPackage } from "../../../storage-drivers/opening/load_package.ts";
import { UrlReader } from "../../../storage-drivers/opening/url_reader.ts";
import { text, type TextFlag } from "../frame/arguments/argument_definition.ts";
import { asSettings } from "../frame/arguments/settings.ts";
import { CliError } from "../frame/exit/cli_error.ts";

/** Arguments of the server that sends mail. */
export const mailArguments: Record<"smtp" | "mail-from", TextFlag> = asSettings({
  smtp: text(
    "URL of the server that sends mail: smtp://USER:PASSWORD@HOST:587 or smtps://... (default: no mail). Needs the package nodemailer, --mail-from and --origin",
  ),
  "mail-from": text("Sender of mail: postern@acme.example or Acme <postern@acme.example>"),
});

/** The given values of {@link mailArguments}, and the origin for links. */
export interface MailFlags {
  smtp?: string | undefined;
  "mail-from"?: string | undefined;
  origin?: string | undefined;
}

/** The validated settings of mail. */
export interface SmtpSettings {
  host: string;
  port: number;
  /** True for TLS from the start, false for STARTTLS if the server offers it. */
  isSecure: boolean;
  auth: { user: string; pass: string } | undefined;
  from: string;
}

/** Mail over SMTP. */
export interface SmtpMail {
  send: SendMail;
  /** Returns the number of mails that are being sent. */
  pending: () => number;
}

/** Time limit of each step of a delivery, in milliseconds. */
const timeout = 10_000;
const senderForm = /^(?:[^<>\p{Cc}]{1,100}<[^\s<>@]{1,64}@[^\s<>@]{1,255}>|[^\s<>@]{1,64}@[^\s<>@]{1,255})$/u;

/**
 * Returns the settings of mail from the flags, or undefined without `--smtp`.
 *
 * @throws {CliError} when a value is invalid or missing. The message does not contain the URL, which has a password
 */
export function smtpSettingsOf({ smtp, "mail-from": from, origin }: MailFlags): SmtpSettings | undefined {
  if (smtp === undefined) return undefined;
  const url = URL.canParse(smtp) ? new URL(smtp) : undefined;
  const isSecure = url?.protocol === "smtps:";
  const hasRest = url !== undefined && (!["", "/"].includes(url.pathname) || url.search + url.hash !== "");
  if (url === undefined || !(isSecure || url.protocol === "smtp:") || url.hostname === "" || hasRest) {
    throw new CliError(
      "Cannot serve: --smtp must be a URL such as smtp://USER:PASSWORD@HOST:587 or smtps://HOST",
    );
  }
  if (from === undefined) throw new CliError("Cannot serve: --smtp needs --mail-from, the sender of mail");
  if (!senderForm.test(from)) {
    throw new CliError(
      "Cannot serve: --mail-from must be one address, such as postern@acme.example or Acme <postern@acme.example>",
    );
  }
  if (origin === undefined) {
    throw new CliError(
      "Cannot serve: --smtp needs --origin, the address of this server in a browser, because mails contain links to it",
    );
  }
  const reader = new UrlReader((reason) => new CliError(`Cannot serve: --smtp cannot be read: ${reason}`));
  const [user, pass = ""] = [reader.decode(url.username), reader.decode(url.password)];
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? (isSecure ? 465 : 587) : Number(url.port),
    isSecure,
    auth: user === undefined ? undefined : { user, pass },
    from,
  };
}

/**
 * Creates the function that sends mail over SMTP, with the package `nodemailer`.
 *
 * @throws {OptionalPackageError} if the package is not installed
 */
export function smtpMail({ host, port, isSecure, auth, from }: SmtpSettings): SmtpMail {
  const { createTransport } = loadPackage("nodemailer", "send mail") as typeof Nodemailer;
  const transport = createTransport({
    host,
    port,
    secure: isSecure,
    ...(auth !== undefined && { auth }),
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    // A message must not name files or URLs to attach.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  let pending = 0;
  const send: SendMail = async ({ to, subject, text: body, html }) => {
    pending++;
    try {
      // An address object is never parsed, so an address cannot name further recipients.
      await transport.sendMail({ from, to: { name: "", address: to }, subject, text: body, html });
    } finally {
      pending--;
    }
  };
  return { send, pending: () => pending };
}
