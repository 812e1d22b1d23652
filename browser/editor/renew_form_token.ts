const selector = "input[name=form-token]";

/** Takes the form token of the present session from a new copy of this page. Returns true if it is another one. */
export async function renewFormToken(): Promise<boolean> {
  try {
    const response = await fetch(location.href, { redirect: "manual" });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const token = page.querySelector<HTMLInputElement>(`form[data-editor] ${selector}`)?.value;
    if (token === undefined) return false;
    const fields = [...document.querySelectorAll<HTMLInputElement>(selector)];
    const isOther = fields.some(({ value }) => value !== token);
    for (const field of fields) field.value = token;
    return isOther;
  } catch {
    return false;
  }
}
