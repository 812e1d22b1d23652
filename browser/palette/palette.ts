import { isComposing } from "../is_composing.ts";
import { fetchResults, type PaletteAnswer } from "./fetch_results.ts";
import { ResultList } from "./result_list.ts";

/** Milliseconds after the last key before the server is asked. */
const delay = 120;

/**
 * Opens the command palette as a dialog. `link` is the link to the search page; its `data-palette-source` is the address of the results.
 * Escape, a click outside and a chosen result close it. Browsers then return the focus to the element that had it.
 */
export function openPalette(link: HTMLAnchorElement): void {
  const { dialog, input, status, list } = build();
  const source = link.dataset["paletteSource"] ?? "";
  const results = new ResultList(list, input);
  let pending = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWaiting = false;
  let opensFirst = false;

  const ask = async (): Promise<void> => {
    pending.abort();
    pending = new AbortController();
    const { signal } = pending;
    const answer = await fetchResults(source, input.value.trim(), signal);
    if (!signal.aborted) show(answer);
  };
  const show = (answer: PaletteAnswer): void => {
    isWaiting = false;
    results.show(answer.results);
    status.textContent = answer.message;
    if (opensFirst) results.open();
    opensFirst = false;
  };

  input.addEventListener("input", () => {
    clearTimeout(timer);
    isWaiting = true;
    opensFirst = false;
    timer = setTimeout(() => void ask(), delay);
  });
  input.addEventListener("keydown", (event) => {
    // The shown results belong to an earlier query, so Enter opens the first of the coming ones.
    if (event.key === "Enter" && isWaiting && !isComposing(event)) opensFirst = true;
    else if (results.handleKey(event)) event.preventDefault();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => {
    clearTimeout(timer);
    pending.abort();
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  input.focus();
  void ask();
}

function build(): {
  dialog: HTMLDialogElement;
  input: HTMLInputElement;
  status: HTMLElement;
  list: HTMLElement;
} {
  const dialog = document.createElement("dialog");
  dialog.className = "palette";
  dialog.setAttribute("aria-label", "Search");
  const input = document.createElement("input");
  const attributes = {
    type: "text",
    role: "combobox",
    placeholder: "Search posts, API Keys, members and pages",
    "aria-label": "Search posts, API Keys, members and pages",
    "aria-autocomplete": "list",
    "aria-controls": "palette-results",
    "aria-expanded": "false",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    maxlength: "200",
    dir: "auto",
  };
  for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value);
  const list = document.createElement("div");
  list.id = "palette-results";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Results");
  const status = document.createElement("p");
  status.className = "hint";
  status.setAttribute("role", "status");
  const keys = document.createElement("p");
  keys.className = "hint palette-keys";
  keys.textContent = "Arrow keys choose, Enter opens, Escape closes";
  dialog.append(input, list, status, keys);
  return { dialog, input, status, list };
}
