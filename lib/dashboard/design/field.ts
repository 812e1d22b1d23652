import { html, type Html } from "../../base/text/html.ts";

/** Error messages of a sent form, by field name. */
export type FieldErrors = Readonly<Record<string, string>>;

/** A form field with its label and error. */
export interface Field {
  name: string;
  label: string;
  value?: string | undefined;
  /** Description of the allowed input. */
  hint?: string | Html;
  errors?: FieldErrors | undefined;
  isRequired?: boolean;
  /** Token of the browser's own data about the visitor, for a field about the visitor. Default: `off`. */
  autocomplete?: string;
  /** Address of the values that a script suggests while the visitor types. Default: none are suggested. */
  suggestions?: string | undefined;
}

/** Renders a single-line input: text, date, URL and others. */
export function inputField(
  field: Field & {
    type?: "text" | "email" | "url" | "number" | "date" | "time" | "datetime-local" | "search";
    longest?: number;
    /** Id of the list of suggestions. */
    list?: string;
  },
): Html {
  const { name, type = "text", value = "", longest, list, suggestions, autocomplete = "off" } = field;
  return labelled(
    field,
    html`<input type="${type}" id="${idOf(name)}" name="${name}" value="${value}"${isText(type) && html` dir="auto"`}${longest !== undefined && html` maxlength="${longest}"`}${type === "number" && html` step="any"`}${list !== undefined && html` list="${list}"`} autocomplete="${autocomplete}"${suggested(suggestions)}${marks(field)}>`,
  );
}

/** True if the input can be in any language, which decides its direction. */
function isText(type: string): boolean {
  return type === "text" || type === "search";
}

function suggested(suggestions: string | undefined): Html | false {
  return suggestions !== undefined && html` data-suggestions="${suggestions}"`;
}

/** Renders a multi-line text field. */
export function textField(
  field: Field & {
    rows: number;
    longest?: number;
    /** Number of characters up to which the text is shown as a whole elsewhere. A script counts the characters. */
    usualLength?: number | undefined;
  },
): Html {
  // With `off`, browsers also forget the text when its page is opened again.
  const { name, value = "", rows, longest, usualLength, suggestions, autocomplete = "on" } = field;
  // Browsers drop a line feed at the start of a textarea, so a text's own first line feed would be lost.
  return labelled(
    field,
    html`<textarea id="${idOf(name)}" name="${name}" rows="${rows}" dir="auto"${longest !== undefined && html` maxlength="${longest}"`}${usualLength !== undefined && html` data-usual-length="${usualLength}"`} autocomplete="${autocomplete}"${suggested(suggestions)}${marks(field)}>\n${value}</textarea>`,
  );
}

/** Renders a drop-down list. */
export function selectField(
  field: Field & { choices: readonly (readonly [value: string, label: string])[] },
): Html {
  const { name, value, choices, autocomplete = "off" } = field;
  return labelled(
    field,
    html`<select id="${idOf(name)}" name="${name}" autocomplete="${autocomplete}"${marks(field)}>
${choices.map(([choice, label]) => html`<option value="${choice}"${choice === value && html` selected`}>${label}</option>\n`)}</select>`,
  );
}

/** Renders a file upload field. */
export function fileField(field: Field & { accept: string }): Html {
  const { name, accept } = field;
  return labelled(
    field,
    html`<input type="file" id="${idOf(name)}" name="${name}" accept="${accept}"${marks(field)}>`,
  );
}

function labelled({ name, label, hint, errors }: Field, control: Html): Html {
  const error = errors?.[name];
  const id = idOf(name);
  return html`<div class="field field-${id}">
<label for="${id}">${label}</label>
${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}
${control}
${error !== undefined && html`<p class="error" id="${id}-error">${label} ${error}</p>`}
</div>`;
}

function marks({ name, hint, errors, isRequired = false }: Field): Html {
  const isWrong = errors?.[name] !== undefined;
  const id = idOf(name);
  const described = [hint !== undefined && `${id}-hint`, isWrong && `${id}-error`].filter(Boolean).join(" ");
  return html`${isRequired && html` required`}${isWrong && html` aria-invalid="true"`}${described !== "" && html` aria-describedby="${described}"`}`;
}

/** Returns the id of the control of a field. Names can have a dot. */
function idOf(name: string): string {
  return name.replace(".", "-");
}
