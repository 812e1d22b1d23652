import type { EditorView } from "@codemirror/view";
import { fetchResults } from "../../palette/fetch_results.ts";
import { writeLink, writeLinkText } from "../write_link.ts";
import type { MenuAnswer, MenuOption, MenuSource, MenuTrigger } from "./menu_state.ts";

/** Milliseconds after the last key before the server is asked. */
const delay = 120;

/** Characters of the longest query. */
const longestQuery = 60;

/** Returns the options of a found post: replaces the text of the menu by a link to it, or by its address. */
type OptionOf = (name: string, address: string) => MenuOption["apply"];

/** Creates the menu of own posts: `@` before a word. The chosen post becomes a link. */
export function postMenu(isMarkdown: boolean): MenuTrigger {
  const optionOf: OptionOf = (name, address) => (view, range) =>
    replace(view, range, writeLink(writeLinkText(name, isMarkdown), address, isMarkdown));
  return {
    character: "@",
    opensAfter: (before) => before === "" || /[\s([{>"'“‘«]$/.test(before),
    source: {
      label: "Link to a post",
      delay,
      isQuery: (text) => text.length <= longestQuery && !/^\s|\s{2}|@/.test(text),
      find: (query, signal) => findPosts(query, optionOf, signal),
    },
  };
}

/**
 * Creates the menu for the address of a link. An empty query searches the words of the link.
 *
 * @param apply inserts the chosen post
 */
export function addressMenu(
  words: string,
  apply: (
    view: EditorView,
    range: { from: number; to: number },
    post: { name: string; address: string },
  ) => void,
): MenuSource {
  const optionOf: OptionOf = (name, address) => (view, range) => apply(view, range, { name, address });
  return {
    label: "Address of a post",
    delay,
    isQuery: (text) => text.length <= longestQuery && !/^[\s/]|[:()<>"]/.test(text),
    find: (query, signal) => findPosts(query || words.slice(0, longestQuery), optionOf, signal),
  };
}

/** Finds posts by the search of the command palette, whose address the page has. */
async function findPosts(query: string, optionOf: OptionOf, signal: AbortSignal): Promise<MenuAnswer> {
  const source = document.querySelector<HTMLElement>("[data-palette-source]")?.dataset["paletteSource"];
  if (source === undefined) return { options: [], message: "" };
  const { results, message } = await fetchResults(source, query.trim(), signal);
  const options = results.flatMap(({ label, detail, lang, address }): MenuOption[] =>
    address === undefined
      ? []
      : [
          {
            label,
            ...(detail !== undefined && { detail }),
            ...(lang !== undefined && { lang }),
            apply: optionOf(label, address),
          },
        ],
  );
  if (results.some(({ group }) => group === "Session") || results.length === 0) return { options, message };
  const count = options.length === 1 ? "1 post" : `${options.length} posts`;
  return { options, message: options.length === 0 ? "No post matches." : count };
}

function replace(view: EditorView, { from, to }: { from: number; to: number }, insert: string): void {
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    userEvent: "input.complete",
    scrollIntoView: true,
  });
}
