import { valueOf } from "./form_fields.ts";

/** The place of a post: its slug, and the path of its pages. */
export interface PostPlace {
  slug: string;
  path: string;
}

/** Start of the names of the hidden fields with the settings of the post, which the form sends only by its buttons. */
const originalPrefix = "was-";

/** Moves the open editor to the place of its post. A new post gets its place with the first save. */
export function moveToPost(form: HTMLFormElement, { slug, path }: PostPlace): void {
  const former = form.dataset["path"] ?? "";
  if (path === "" || path === former) return;
  const isNew = form.dataset["postId"] === "";
  form.dataset["path"] = path;
  form.action = `${path}/working-copy`;
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[href]")) {
    const href = link.getAttribute("href") ?? "";
    const rest = href.slice(former.length);
    if (href.startsWith(former) && /^(?:$|[/#?])/.test(rest) && !(isNew && link.closest("main") === null))
      link.setAttribute("href", `${path}${rest}`);
  }
  const field = form.elements.namedItem("slug");
  const original = form.elements.namedItem(`${originalPrefix}slug`);
  if (field instanceof HTMLInputElement && original instanceof HTMLInputElement) {
    if (field.value === original.value) field.value = slug;
    original.value = slug;
  }
  for (const element of document.querySelectorAll<HTMLElement>("[data-needs-post]")) element.hidden = false;
  document.querySelector("[data-editor-upload]")?.remove();
  const shown = document.querySelector("[data-post-slug]");
  if (shown !== null) shown.textContent = slug;
  document.title = document.title.replace(/^.*?(?= · )/, `Edit ${slug}`);
  history.replaceState(history.state, "", `${path}/edit`);
}

/** True if a setting of the form differs from that of the post. */
export function hasChangedSettings(form: HTMLFormElement): boolean {
  return originalsOf(form).some(({ name, value }) => {
    const setting = name.slice(originalPrefix.length);
    if (setting === "publishedAt") return isChangedInput(form, "date") || isChangedInput(form, "time");
    return textIn(new FormData(form), setting) !== value;
  });
}

function originalsOf(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.querySelectorAll<HTMLInputElement>(`input[name^="${originalPrefix}"]`)];
}

function isChangedInput(form: HTMLFormElement, name: string): boolean {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement && valueOf(form, name) !== field.defaultValue;
}

function textIn(body: FormData, name: string): string {
  const value = body.get(name);
  return typeof value === "string" ? value.replaceAll("\r\n", "\n").trim() : "";
}
