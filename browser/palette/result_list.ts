import { isComposing } from "../is_composing.ts";
import { optionElement } from "../option_element.ts";
import type { PaletteResult } from "./fetch_results.ts";

/** The listbox of the palette. The focus stays in the input, which names the active option. */
export class ResultList {
  readonly #list: HTMLElement;
  readonly #input: HTMLInputElement;
  #options: HTMLElement[] = [];
  #active = 0;

  constructor(list: HTMLElement, input: HTMLInputElement) {
    this.#list = list;
    this.#input = input;
  }

  /** Replaces the results. The first one is active. */
  show(results: readonly PaletteResult[]): void {
    this.#options = [];
    const groups = new Map<string, HTMLElement>();
    for (const result of results) {
      const group = groups.get(result.group) ?? groupElement(result.group, groups.size);
      groups.set(result.group, group);
      const option = resultOption(result, this.#options.length);
      option.addEventListener("click", (event) => open(option, event.ctrlKey || event.metaKey));
      this.#options.push(option);
      group.append(option);
    }
    this.#list.replaceChildren(...groups.values());
    this.#list.scrollTop = 0;
    this.#input.setAttribute("aria-expanded", String(results.length > 0));
    this.#activate(0);
  }

  /** Moves the active option or opens it. Returns true if the key was used. */
  handleKey(event: KeyboardEvent): boolean {
    // Enter and the arrows belong to the input method while it composes.
    if (isComposing(event) || this.#options.length === 0) return false;
    const last = this.#options.length - 1;
    if (event.key === "ArrowDown") this.#activate(this.#active === last ? 0 : this.#active + 1);
    else if (event.key === "ArrowUp") this.#activate(this.#active === 0 ? last : this.#active - 1);
    else if (event.key === "PageDown") this.#activate(Math.min(this.#active + 8, last));
    else if (event.key === "PageUp") this.#activate(Math.max(this.#active - 8, 0));
    else if (event.key === "Enter") this.open(event.ctrlKey || event.metaKey);
    else return false;
    return true;
  }

  /** Opens the active result. */
  open(inNewTab = false): void {
    open(this.#options[this.#active], inNewTab);
  }

  #activate(index: number): void {
    this.#options[this.#active]?.setAttribute("aria-selected", "false");
    this.#active = index;
    const option = this.#options[index];
    if (option === undefined) {
      this.#input.removeAttribute("aria-activedescendant");
      return;
    }
    option.setAttribute("aria-selected", "true");
    option.scrollIntoView({ block: "nearest" });
    this.#input.setAttribute("aria-activedescendant", option.id);
  }
}

function groupElement(name: string, index: number): HTMLElement {
  const group = document.createElement("div");
  group.setAttribute("role", "group");
  const label = document.createElement("p");
  label.id = `palette-group-${index}`;
  label.className = "palette-group";
  label.setAttribute("role", "presentation");
  label.textContent = name;
  group.setAttribute("aria-labelledby", label.id);
  group.append(label);
  return group;
}

function resultOption({ label, detail, href, lang }: PaletteResult, index: number): HTMLElement {
  const id = `palette-option-${index}`;
  const option = optionElement({ id, label, detail, lang }, { label: "palette-label", detail: "hint" });
  option.setAttribute("aria-selected", "false");
  option.dataset["href"] = href;
  return option;
}

function open(option: HTMLElement | undefined, inNewTab: boolean): void {
  const href = option?.dataset["href"];
  if (href === undefined) return;
  if (inNewTab) window.open(href, "_blank", "noopener");
  else if (href === "") location.reload();
  else location.assign(href);
}
