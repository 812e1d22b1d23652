import { html, type Html, type HtmlValue } from "../../base/text/html.ts";
import { icon, type IconName } from "./icon.ts";

/** Rank of a button. `main` is the next step of a page, which has at most one. `danger` is for actions that cannot be undone. */
export type ButtonTone = "main" | "danger";

/** Look of a button. */
export interface ButtonOptions {
  /** Default: neither the next step nor dangerous. */
  tone?: ButtonTone | undefined;
  /** Shown before the label. */
  icon?: IconName;
  /** End of the label that only screen readers announce, such as the name of the row. It starts with a space. */
  about?: HtmlValue;
  /** Opens the linked page, or the response to the form, as a dialog. The script does this. */
  isDialog?: boolean;
  /** Further attributes, such as the `name` and `value` that a form sends. They start with a space. */
  attributes?: Html;
}

/** Renders a button that sends its form. */
export function submitButton(label: HtmlValue, options: ButtonOptions = {}): Html {
  const style = classOf(options);
  return html`<button type="submit"${style !== "" && html` class="${style}"`}${marksOf(options)}>${contentOf(label, options)}</button>`;
}

/** Renders a link that looks like a button: it leads to a page where an action starts. */
export function linkButton(label: HtmlValue, href: string, options: ButtonOptions = {}): Html {
  const style = ["button", classOf(options)].filter(Boolean).join(" ");
  return html`<a class="${style}"${marksOf(options)} href="${href}">${contentOf(label, options)}</a>`;
}

function classOf({ tone }: ButtonOptions): string {
  if (tone === undefined) return "";
  return tone === "main" ? "main-action" : "danger";
}

function marksOf({ isDialog = false, attributes }: ButtonOptions): Html {
  return html`${isDialog && html` data-dialog`}${attributes}`;
}

function contentOf(label: HtmlValue, { icon: name, about }: ButtonOptions): Html {
  return html`${name && icon(name)}${label}${about !== undefined && html`<span class="hidden">${about}</span>`}`;
}
