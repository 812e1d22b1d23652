import type { SaveState } from "./autosave.ts";

const sentences: Readonly<Record<string, string>> = {
  unsaved: "Unsaved changes",
  saving: "Saving…",
  saved: "Saved",
  unreachable: "Not saved: no connection, trying again",
  failed: "Not saved: the server has failed, trying again",
  "signed-out": "Not saved: your session has ended",
  conflict: "Not saved: somebody else changed the text",
  refused: "Not saved",
};

/** Shows the state of the text in words. Only a change of the words is announced. */
export function showStatus(place: HTMLElement, state: SaveState): void {
  const text = sentenceOf(state);
  if (place.textContent !== text) place.textContent = text;
  place.dataset["state"] = state.kind;
}

function sentenceOf(state: SaveState): string {
  if (state.kind === "failed" && state.isBusy) return "Not saved: the server is busy, trying again";
  if (state.kind === "conflict" && state.isOwn) return "Not saved: you changed the text in another tab";
  return sentences[state.kind] ?? "";
}
