import { html, type Html } from "../html.ts";

/** What is wrong with the fields of a form that was sent. */
export type FieldErrors = Readonly<Record<string, string>>;

/** A field with its label, and what is wrong with it. */
export interface Field {
  name: string;
  label: string;
  value?: string | undefined;
  /** What may be entered. */
  hint?: string;
  errors?: FieldErrors | undefined;
  isRequired?: boolean;
}

/** A line of text, or a date, an address, … */
export function inputField(
  field: Field & { type?: "text" | "email" | "url" | "date" | "datetime-local" | "search"; longest?: number },
): Html {
  const { name, type = "text", value = "", longest } = field;
  return labelled(
    field,
    html`<input type="${type}" id="${name}" name="${name}" value="${value}"${longest !== undefined && html` maxlength="${longest}"`}${marks(field)}>`,
  );
}

/** Several lines of text. */
export function textField(field: Field & { rows: number }): Html {
  const { name, value = "", rows } = field;
  // A line feed at the start of a textarea is dropped by browsers, so that one of the text's own would be lost.
  return labelled(
    field,
    html`<textarea id="${name}" name="${name}" rows="${rows}"${marks(field)}>\n${value}</textarea>`,
  );
}

/** One of several choices. */
export function selectField(
  field: Field & { choices: readonly (readonly [value: string, label: string])[] },
): Html {
  const { name, value, choices } = field;
  return labelled(
    field,
    html`<select id="${name}" name="${name}"${marks(field)}>
${choices.map(([choice, label]) => html`<option value="${choice}"${choice === value && html` selected`}>${label}</option>\n`)}</select>`,
  );
}

/** A file to send. */
export function fileField(field: Field & { accept: string }): Html {
  const { name, accept } = field;
  return labelled(
    field,
    html`<input type="file" id="${name}" name="${name}" accept="${accept}"${marks(field)}>`,
  );
}

function labelled({ name, label, hint, errors }: Field, control: Html): Html {
  const error = errors?.[name];
  return html`<div class="field field-${name}">
<label for="${name}">${label}</label>
${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${control}
${error !== undefined && html`<p class="error" id="${name}-error">${label} ${error}</p>`}
</div>`;
}

function marks({ name, hint, errors, isRequired = false }: Field): Html {
  const isWrong = errors?.[name] !== undefined;
  const described = [hint !== undefined && `${name}-hint`, isWrong && `${name}-error`]
    .filter(Boolean)
    .join(" ");
  return html`${isRequired && html` required`}${isWrong && html` aria-invalid="true"`}${described !== "" && html` aria-describedby="${described}"`}`;
}
