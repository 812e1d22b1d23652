import type { MarkdownIt, StateCore } from "markdown-it";

/** Adds task lists: list items that begin with `[ ]` or `[x]`. */
export function addTaskLists(parser: MarkdownIt): void {
  parser.core.ruler.after("inline", "task_lists", markTasks);
}

function markTasks(state: StateCore): void {
  state.tokens.forEach((token, index) => {
    const isInItem =
      token.type === "inline" &&
      state.tokens[index - 1]?.type === "paragraph_open" &&
      state.tokens[index - 2]?.type === "list_item_open";
    const [first] = token.children ?? [];
    if (!isInItem || first?.type !== "text" || !/^\[[ xX]\](?:\s|$)/.test(token.content)) return;
    const box = new state.Token("html_inline", "", 0);
    const isDone = first.content[1] !== " ";
    box.content = `<input type="checkbox" disabled${isDone ? " checked" : ""}>`;
    first.content = first.content.slice(3);
    token.children?.unshift(box);
  });
}
