import { isComposing } from "../is_composing.ts";
import { showHelp } from "./help_dialog.ts";

/** Listens to the keys of the page: save, go to the button that publishes or submits, and help. The text has keys of its own. */
export function listenToKeys(form: HTMLFormElement, { save }: { save: () => void }): void {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || isComposing(event)) return;
    if (document.querySelector("dialog[open]") !== null) return;
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && isLetter(event, "s")) {
      event.preventDefault();
      save();
    } else if (isCommand && event.key === "Enter") {
      event.preventDefault();
      // Publishing is public, so the key goes only to the button.
      publishButtonOf(form)?.focus();
    } else if (event.key === "?" && !isCommand && !isTyping(event)) {
      event.preventDefault();
      showHelp();
    }
  });
}

function publishButtonOf(form: HTMLFormElement): HTMLButtonElement | undefined {
  return [...form.elements].find(
    (element): element is HTMLButtonElement =>
      element instanceof HTMLButtonElement &&
      element.name === "action" &&
      /^(?:apply|submit)$/.test(element.value),
  );
}

/** True if a key is a letter. Keyboards of other scripts send no Latin letters, so the place of the key decides. */
function isLetter({ key, code }: KeyboardEvent, letter: string): boolean {
  return /^[a-z]$/i.test(key) ? key.toLowerCase() === letter : code === `Key${letter.toUpperCase()}`;
}

function isTyping(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0];
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:input|textarea|select)$/i.test(target.tagName))
  );
}
