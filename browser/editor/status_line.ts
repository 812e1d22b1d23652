import type { SaveState } from "./autosave.ts";

const sentences: Readonly<Record<string, string>> = {
  unsaved: "Unsaved changes",
  saving: "Saving…",
  saved: "Saved",
  unreachable: "Not saved: no connection, trying again",
  "signed-out": "Not saved: your session has ended",
  conflict: "Not saved: somebody else changed the text",
  refused: "Not saved",
};

/** Shows the state of the text in words. Only a change of the words is announced. */
export function showStatus(place: HTMLElement, { kind }: SaveState): void {
  const text = sentences[kind] ?? "";
  if (place.textContent !== text) place.textContent = text;
  place.dataset["state"] = kind;
}
