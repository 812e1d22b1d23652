import type { SaveState } from "./autosave.ts";

/** Shows the messages of a save beside their fields: why it was refused, or which fields of a draft are not valid yet. Every other outcome of a save removes them. */
export function showFieldErrors(form: HTMLFormElement, state: SaveState): void {
  if (state.kind === "saving" || state.kind === "unsaved") return;
  for (const message of form.querySelectorAll(".field > .error")) {
    const id = message.id.replace(/-error$/, "");
    form.querySelector(`#${CSS.escape(id)}`)?.removeAttribute("aria-invalid");
    message.remove();
  }
  if (state.kind !== "refused" && state.kind !== "saved") return;
  for (const [name, text] of Object.entries(state.fields)) {
    const field = form.querySelector(`.field [name="${CSS.escape(name)}"]`);
    if (field === null) continue;
    const label = form.querySelector(`label[for="${CSS.escape(field.id)}"]`)?.textContent ?? name;
    const message = document.createElement("p");
    message.className = "error";
    message.id = `${field.id}-error`;
    message.textContent = `${label} ${text}`;
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", `${field.id}-hint ${message.id}`);
    field.after(message);
    openDetailsOf(field);
  }
}

/** Opens the details around a field with an error. Otherwise the error is not seen, and browsers cannot focus the field. */
export function openDetailsOf(field: Element): void {
  const details = field.closest("details");
  if (details !== null) details.open = true;
}
