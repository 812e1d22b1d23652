/** A mail to one address. */
export interface MailMessage {
  kind: "sign-in-link" | "invitation" | "address-proof" | "key-expiry";
  /** The address alone, without a name. Its domain is in ASCII form. */
  to: string;
  /** One line. */
  subject: string;
  /** The text. Lines end with a line feed. */
  text: string;
  /** The same text as HTML. */
  html: string;
}

/** Sends a mail. If it throws, or its promise rejects, the mail was not sent. */
export type SendMail = (message: MailMessage) => void | Promise<void>;
