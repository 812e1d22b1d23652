import { html, type Html, type HtmlValue } from "../../base/text/html.ts";
import { badge, type BadgeTone } from "./badge.ts";
import type { ButtonTone } from "./button.ts";

/** State of a step. `next` is the first that is not done. */
export type StepState = "done" | "next" | "open";

/** A step of a task. */
export interface Step {
  state: StepState;
  title: string;
  text: HtmlValue;
  /** Returns links or a button that do the step. The first has the given tone, so that the next step has the main action. */
  action?: ((tone: ButtonTone | undefined) => Html) | false | undefined;
}

const badges: Readonly<Record<StepState, readonly [BadgeTone, string]>> = {
  done: ["good", "Done"],
  next: ["info", "Next"],
  open: ["quiet", "Open"],
};

/** Renders the steps of a task with their states. */
export function steps(all: readonly Step[]): Html {
  return html`<ol class="steps">
${all.map(({ state, title, text, action }) => {
  const [tone, label] = badges[state];
  return html`<li class="step-${state}"><div><h3>${title} ${badge(tone, label)}</h3>
<p>${text}</p></div>
${action && html`<div class="actions">${action(state === "next" ? "main" : undefined)}</div>`}</li>\n`;
})}</ol>`;
}
