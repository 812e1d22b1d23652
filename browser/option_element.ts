/** An option of a listbox. */
interface Option {
  id: string;
  label: string;
  detail?: string | undefined;
  /** Language of the label. */
  lang?: string | undefined;
}

/** Renders an option with its detail. Each of the two texts has its own direction. */
export function optionElement(
  { id, label, detail, lang }: Option,
  classes: { label?: string; detail: string },
): HTMLElement {
  const option = document.createElement("div");
  option.id = id;
  option.setAttribute("role", "option");
  option.append(textElement(label, { className: classes.label, lang }));
  if (detail !== undefined) option.append(" ", textElement(detail, { className: classes.detail }));
  return option;
}

function textElement(
  text: string,
  { className, lang }: { className?: string | undefined; lang?: string | undefined },
): HTMLElement {
  const element = document.createElement("span");
  if (className !== undefined) element.className = className;
  element.dir = "auto";
  if (lang !== undefined) element.lang = lang;
  element.textContent = text;
  return element;
}
