import { textButton } from "./text_button.ts";

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

const keys: readonly (readonly [keys: string, effect: string])[] = [
  ["Mod S", "Save now"],
  ["Mod B", "Bold"],
  ["Mod I", "Italic"],
  ["Mod K", "Link in the text; elsewhere, search"],
  ["Mod F", "Find and replace in the text"],
  ["Mod Z", "Undo"],
  ["Mod Enter", "Go to the publish button"],
  ["Tab", "Leave the text"],
  ["?", "This list, outside of a field"],
];

/** Shows the keys of the editor as a dialog. */
export function showHelp(): void {
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-labelledby", "help-title");
  const title = document.createElement("h2");
  title.id = "help-title";
  title.textContent = "Keys";
  const list = document.createElement("dl");
  list.className = "facts key-list";
  for (const [combination, effect] of keys) {
    const term = document.createElement("dt");
    const key = document.createElement("kbd");
    key.textContent = combination.replace("Mod", isApple ? "⌘" : "Ctrl");
    term.append(key);
    const meaning = document.createElement("dd");
    meaning.textContent = effect;
    list.append(term, meaning);
  }
  const close = textButton("Close", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  dialog.append(title, list, close);
  document.body.append(dialog);
  dialog.showModal();
}
