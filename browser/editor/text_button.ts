/** Creates a button that does not send its form. */
export function textButton(label: string, act: () => void): HTMLButtonElement {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = label;
  element.addEventListener("click", act);
  return element;
}
