import { type EditorState, type Extension, Prec } from "@codemirror/state";
import { EditorView, showTooltip, type Tooltip, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { isComposing } from "../../is_composing.ts";
import { menuId, menuList, optionId } from "./menu_list.ts";
import { menuField, type MenuSource, type MenuTrigger, queryOf, setMenu } from "./menu_state.ts";

/** Menus at the cursor, which typed characters open. */
export function menus(
  triggers: readonly MenuTrigger[],
  isAllowed: (state: EditorState, position: number) => boolean,
): Extension {
  return [
    menuField,
    showTooltip.compute([menuField], (state) => tooltipOf(state)),
    EditorView.contentAttributes.compute([menuField], attributesOf),
    EditorView.updateListener.of((update) => openAfterTyping(update, triggers, isAllowed)),
    ViewPlugin.fromClass(OptionSearch),
    Prec.highest(
      EditorView.domEventHandlers({ keydown: handleKey, blur: (_event, view) => void close(view) }),
    ),
  ];
}

/** Opens a menu for the text between a position and the cursor. */
export function openMenu(
  view: EditorView,
  { source, from, queryFrom }: { source: MenuSource; from: number; queryFrom: number },
): void {
  view.dispatch({ effects: setMenu.of({ source, from, queryFrom, options: [], message: "", active: 0 }) });
}

function openAfterTyping(
  { view, state, transactions }: ViewUpdate,
  triggers: readonly MenuTrigger[],
  isAllowed: (state: EditorState, position: number) => boolean,
): void {
  const isTyped = transactions.some((one) => one.docChanged && one.isUserEvent("input.type"));
  const { head, empty } = state.selection.main;
  if (!isTyped || !empty || view.composing || state.field(menuField) !== null) return;
  const line = state.doc.lineAt(head);
  const before = line.text.slice(0, head - line.from);
  const trigger = triggers.find(
    ({ character, opensAfter }) =>
      before.endsWith(character) && opensAfter(before.slice(0, -character.length)),
  );
  if (trigger === undefined || !isAllowed(state, head)) return;
  openMenu(view, { source: trigger.source, from: head - trigger.character.length, queryFrom: head });
}

/** Searches the options of the open menu whenever its query changes. */
class OptionSearch {
  readonly #view: EditorView;
  #source: MenuSource | undefined;
  #query: string | undefined;
  #pending = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: EditorView) {
    this.#view = view;
  }

  update({ state }: ViewUpdate): void {
    const menu = state.field(menuField);
    const query = menu === null ? undefined : queryOf(state, menu);
    if (menu?.source === this.#source && query === this.#query) return;
    this.destroy();
    this.#source = menu?.source;
    this.#query = query;
    if (menu === null || query === undefined) return;
    // A running update can dispatch nothing.
    this.#timer = setTimeout(() => void this.#find(menu.source, query), menu.source.delay);
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.#pending.abort();
  }

  async #find(source: MenuSource, query: string): Promise<void> {
    this.#pending = new AbortController();
    const { signal } = this.#pending;
    const answer = await source.find(query, signal);
    const menu = this.#view.state.field(menuField);
    if (signal.aborted || menu?.source !== source) return;
    this.#view.dispatch({ effects: setMenu.of({ ...menu, ...answer, active: 0 }) });
  }
}

/** Creates the list once for each open menu, because it is always the same function. */
const create: Tooltip["create"] = (view) => menuList(view, (at, index) => choose(at, index));

function tooltipOf(state: EditorState): Tooltip | null {
  const menu = state.field(menuField);
  return menu === null ? null : { pos: menu.from, create };
}

function attributesOf(state: EditorState): Record<string, string> {
  const menu = state.field(menuField);
  if (menu === null) return {};
  return {
    "aria-autocomplete": "list",
    "aria-haspopup": "listbox",
    "aria-controls": menuId,
    ...(menu.options.length > 0 && { "aria-activedescendant": optionId(menu.active) }),
  };
}

function handleKey(event: KeyboardEvent, view: EditorView): boolean {
  const menu = view.state.field(menuField);
  // Enter and the arrows belong to the input method while it composes.
  if (menu === null || isComposing(event)) return false;
  if (event.key === "Escape") return close(view);
  const { active, options } = menu;
  const last = options.length - 1;
  if (last < 0 || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) return choose(view, active);
  const next = { ArrowDown: active === last ? 0 : active + 1, ArrowUp: active === 0 ? last : active - 1 }[
    event.key
  ];
  if (next === undefined) return false;
  view.dispatch({ effects: setMenu.of({ ...menu, active: next }) });
  return true;
}

function choose(view: EditorView, index: number): boolean {
  const menu = view.state.field(menuField);
  const option = menu?.options[index];
  if (menu === null || option === undefined) return false;
  close(view);
  option.apply(view, { from: menu.from, to: view.state.selection.main.head });
  view.focus();
  return true;
}

function close(view: EditorView): boolean {
  if (view.state.field(menuField) === null) return false;
  view.dispatch({ effects: setMenu.of(null) });
  return true;
}
