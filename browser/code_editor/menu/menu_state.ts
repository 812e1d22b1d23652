import { type EditorState, StateEffect, type StateEffectType, StateField } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";

/** An option of a menu. */
export interface MenuOption {
  label: string;
  /** Text that tells similar options apart. */
  detail?: string;
  /** Language of the label, if it is content. */
  lang?: string;
  /** Replaces the text of the menu, from its first character to the cursor. */
  apply: (view: EditorView, range: { from: number; to: number }) => void;
}

/** The options for a query, and a sentence about them. */
export interface MenuAnswer {
  options: readonly MenuOption[];
  message: string;
}

/** A kind of menu. */
export interface MenuSource {
  label: string;
  /** True for text that can be a query. Other text closes the menu. */
  isQuery: (text: string) => boolean;
  find: (query: string, signal: AbortSignal) => MenuAnswer | Promise<MenuAnswer>;
  /** Milliseconds after the last key before options are searched. */
  delay: number;
}

/** A key that opens a menu where it is typed. */
export interface MenuTrigger {
  character: string;
  source: MenuSource;
  /** True for the text of the line before the character. */
  opensAfter: (before: string) => boolean;
}

/** The open menu. */
export interface OpenMenu extends MenuAnswer {
  source: MenuSource;
  /** Start of the text that an option replaces, and of the query in it, which ends at the cursor. */
  from: number;
  queryFrom: number;
  /** Number of the active option. */
  active: number;
}

/** Opens, changes or closes the menu. */
export const setMenu: StateEffectType<OpenMenu | null> = StateEffect.define<OpenMenu | null>();

/** The menu, which closes as soon as the cursor leaves its query. */
export const menuField: StateField<OpenMenu | null> = StateField.define<OpenMenu | null>({
  create: () => null,
  update: (menu, { changes, effects, state }) => {
    let next = menu && {
      ...menu,
      from: changes.mapPos(menu.from, -1),
      queryFrom: changes.mapPos(menu.queryFrom, -1),
    };
    if (menu !== null && next?.from === menu.from && next.queryFrom === menu.queryFrom) next = menu;
    for (const effect of effects) if (effect.is(setMenu)) next = effect.value;
    return next !== null && queryOf(state, next) === undefined ? null : next;
  },
});

/** Returns the query of a menu. Undefined if the cursor is at another place, or the text before it is no query. */
export function queryOf(state: EditorState, { source, queryFrom }: OpenMenu): string | undefined {
  const { main, ranges } = state.selection;
  if (ranges.length > 1 || !main.empty || main.head < queryFrom) return undefined;
  if (state.doc.lineAt(queryFrom).to < main.head) return undefined;
  const query = state.sliceDoc(queryFrom, main.head);
  return source.isQuery(query) ? query : undefined;
}
