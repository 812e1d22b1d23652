import type { SaveState } from "./autosave.ts";

/** Shows why a save failed, with the next step, until a save succeeds. */
export function showProblem(place: HTMLElement, state: SaveState): void {
  if (state.kind === "saving" || state.kind === "unsaved") return;
  if (state.kind === "unreachable" || state.kind === "failed") return;
  const parts = partsOf(state);
  place.hidden = parts.length === 0;
  place.replaceChildren(...parts);
}

function partsOf(state: SaveState): HTMLElement[] {
  if (state.kind === "signed-out") {
    const text = state.message || "Your session has ended. Your text is still here.";
    return [
      paragraph(text),
      ...(state.signInUrl === "" ? [] : [link("Sign in in a new tab", state.signInUrl)]),
    ];
  }
  if (state.kind === "conflict") return [paragraph(state.message), mergeButton(state.mergeUrl)];
  return state.kind === "refused" ? [paragraph(state.message)] : [];
}

function paragraph(text: string): HTMLElement {
  const element = document.createElement("p");
  element.textContent = text;
  return element;
}

function link(text: string, href: string): HTMLElement {
  const element = document.createElement("a");
  element.className = "button";
  element.href = href;
  element.target = "_blank";
  element.textContent = text;
  return element;
}

/** Sends the whole form to the merge page, so that it has the writer's text. */
function mergeButton(mergeUrl: string): HTMLElement {
  const button = document.createElement("button");
  button.type = "submit";
  button.formAction = mergeUrl;
  button.textContent = "Compare both texts";
  return button;
}
