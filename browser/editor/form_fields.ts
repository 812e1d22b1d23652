/** Names and values of a form's fields, without hidden ones. */
export type FormFields = readonly (readonly [name: string, value: string])[];

/** Returns the fields that a writer fills in. */
export function fieldsOf(form: HTMLFormElement): FormFields {
  const hidden = new Set(
    [...form.querySelectorAll<HTMLInputElement>("input[type=hidden]")].map(({ name }) => name),
  );
  return [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === "string" && !hidden.has(name) ? [[name, value.replaceAll("\r\n", "\n")] as const] : [],
  );
}

export function isSameFields(one: FormFields, other: FormFields): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Writes the values into the form's fields of these names. Fields that the form no longer has are left out. */
export function fillFields(form: HTMLFormElement, fields: FormFields): void {
  for (const [name, value] of fields) {
    const field = form.elements.namedItem(name);
    if (
      field instanceof HTMLInputElement ||
      field instanceof HTMLTextAreaElement ||
      field instanceof HTMLSelectElement
    )
      field.value = value;
  }
}

/** Returns the address that a form is sent to. The property `action` is hidden by the buttons of that name. */
export function addressOf(form: HTMLFormElement): URL {
  return new URL(form.getAttribute("action") ?? "", location.href);
}

/** Returns the value of a form's input. Empty if the form has no such input. */
export function valueOf(form: HTMLFormElement, name: string): string {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement ? field.value : "";
}
