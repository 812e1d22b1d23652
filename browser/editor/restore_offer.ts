import type { KeptEntry } from "./kept_entries.ts";
import { textButton } from "./text_button.ts";

/** Offers the text of an earlier visit that was not saved. */
export function restoreOffer(
  { at }: KeptEntry,
  { restore, discard }: { restore: () => void; discard: () => void },
): HTMLElement {
  const box = document.createElement("div");
  box.className = "notice";
  box.setAttribute("role", "status");
  const text = document.createElement("p");
  const time = document.createElement("time");
  const when = new Date(at);
  time.dateTime = when.toISOString();
  time.title = when.toISOString();
  time.textContent = when.toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" });
  text.append("This browser has text of yours from ", time, " that was not saved.");
  const actions = document.createElement("p");
  actions.className = "actions";
  actions.append(
    textButton("Restore unsaved text", () => {
      box.remove();
      restore();
    }),
    textButton("Discard it", () => {
      box.remove();
      discard();
    }),
  );
  box.append(text, actions);
  return box;
}
