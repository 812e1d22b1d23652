/**
 * How a turn of the event loop ends: the requests that came are begun, then what they ask the stores is sent, then what can be answered is.
 * So requests that came together see the same state of a store, ask it together, and are answered together, without one turn more.
 */
const phases = ["begin", "ask", "answer"] as const;

/** One of the phases with which a turn of the event loop ends. */
export type Phase = (typeof phases)[number];

const waiting: Record<Phase, (() => void)[]> = { begin: [], ask: [], answer: [] };

/** The place of the phase that this turn comes to next. Where it comes to one, it comes to all that follow. */
let next: number = phases.length;

/** Does something in a phase: of this turn if it still comes to it, otherwise of the next. */
export function inPhase(phase: Phase, action: () => void): void {
  waiting[phase].push(action);
  const place = phases.indexOf(phase);
  if (place >= next) return;
  next = place;
  for (const one of phases.slice(place)) setImmediate(run, one);
}

const awaited: Partial<Record<Phase, Promise<void>>> = {};

/** Settles when a turn comes to a phase: this one if it still does, otherwise the next. All who wait for the same share one promise. */
export function comesTo(phase: Phase): Promise<void> {
  return (awaited[phase] ??= new Promise((resolve) => {
    inPhase(phase, () => {
      delete awaited[phase];
      resolve();
    });
  }));
}

function run(phase: Phase): void {
  next = phases.indexOf(phase) + 1;
  const actions = waiting[phase];
  if (actions.length === 0) return;
  waiting[phase] = [];
  for (const action of actions) attempt(action);
}

/** What fails is reported as it would be alone: the others must not be lost over it. */
function attempt(action: () => void): void {
  try {
    action();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
