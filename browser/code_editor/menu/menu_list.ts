import type { EditorView, TooltipView } from "@codemirror/view";
import { optionElement } from "../../option_element.ts";
import { menuField, type MenuOption, type OpenMenu } from "./menu_state.ts";

/** Id of the listbox. It is unique in the shadow root of the editor. */
export const menuId = "menu";

/** Returns the id of an option. */
export function optionId(index: number): string {
  return `${menuId}-${index}`;
}

/** Shows the menu as a listbox below the cursor. The focus stays in the text, which names the active option. */
export function menuList(view: EditorView, choose: (view: EditorView, index: number) => void): TooltipView {
  const dom = document.createElement("div");
  dom.className = "cm-menu";
  const list = document.createElement("div");
  list.id = menuId;
  list.setAttribute("role", "listbox");
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  dom.append(list, status);
  // A click in the menu must not take the focus from the text.
  dom.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", ({ target }) => {
    const option = target instanceof Element ? target.closest("[role=option]") : null;
    if (option !== null) choose(view, [...list.children].indexOf(option));
  });
  let shown: OpenMenu | null = null;
  const show = (menu: OpenMenu | null): void => {
    if (menu === null) return;
    list.setAttribute("aria-label", menu.source.label);
    if (menu.options !== shown?.options) list.replaceChildren(...menu.options.map(menuOption));
    list.hidden = menu.options.length === 0;
    if (status.textContent !== menu.message) status.textContent = menu.message;
    [...list.children].forEach((option, index) => {
      option.setAttribute("aria-selected", String(index === menu.active));
      if (index === menu.active && menu.active !== shown?.active) option.scrollIntoView({ block: "nearest" });
    });
    shown = menu;
  };
  show(view.state.field(menuField));
  return { dom, update: ({ state }) => show(state.field(menuField)) };
}

function menuOption({ label, detail, lang }: MenuOption, index: number): HTMLElement {
  return optionElement({ id: optionId(index), label, detail, lang }, { detail: "cm-menu-detail" });
}
