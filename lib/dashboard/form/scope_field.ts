import { html, type Html, type HtmlValue } from "../../base/text/html.ts";
import { textOf, textsOf } from "./read_form.ts";

/** Value of the choice that the checked boxes limit. */
export const limitedScope = "some";

/** A choice between ready-made scopes and checked items. */
interface ScopeField {
  legend: string;
  /** Name of the checkboxes. */
  name: string;
  /** The ready-made scopes with their values. */
  scopes: readonly (readonly [value: string, label: HtmlValue])[];
  chosen: string;
  items: readonly (readonly [value: string, label: HtmlValue])[];
  checked: readonly string[];
  error: string | undefined;
}

/**
 * Renders the choice. The script chooses "Only these" when a box is checked. Without it, {@link readScope} compares the choice with the
 * rendered choice.
 */
export function scopeField({ legend, name, scopes, chosen, items, checked, error }: ScopeField): Html {
  const choices = [...scopes, [limitedScope, "Only these:"] as const];
  return html`<fieldset data-scope>
<legend>${legend}</legend>
<input type="hidden" name="scope-shown" value="${chosen}">
${choices.map(([value, label]) => html`<label><input type="radio" name="scope" value="${value}"${value === chosen && html` checked`}> ${label}</label>\n`)}${items.map(
    ([value, label]) =>
      html`<label class="choice-of-scope"><input type="checkbox" name="${name}" value="${value}"${checked.includes(value) && html` checked`}> ${label}</label>\n`,
  )}
${error !== undefined && html`<p class="error">${legend} ${error}</p>`}
</fieldset>`;
}

/** Reads the choice. A checked box chooses "Only these", unless the sender has chosen a scope that the form did not show. */
export function readScope(form: FormData, name: string): string {
  const scope = textOf(form, "scope");
  const isUntouched = scope === textOf(form, "scope-shown");
  return isUntouched && textsOf(form, name).length > 0 ? limitedScope : scope;
}
