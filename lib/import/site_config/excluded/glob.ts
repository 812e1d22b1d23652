/** Limits of a pattern, and of the paths that are compared with it. */
const longestPattern = 200;
const mostAlternatives = 50;
const longestPath = 1000;

/** A part of a pattern: a character, `?`, `*`, `**`, or `**` with a slash, which also stands for no folder. */
type Part = { character: string } | { wildcard: "?" | "*" | "**" | "**/" };

/**
 * Returns true if a path matches a pattern with `*`, `**`, `?` and `{a,b}`. A pattern or path that is too long matches, so that no page is published
 * by mistake. The time is proportional to the lengths of both.
 */
export function matchesGlob(pattern: string, path: string): boolean {
  if (pattern.length > longestPattern || path.length > longestPath) return true;
  const alternatives = expanded(pattern);
  return alternatives === undefined || alternatives.some((one) => matches(partsOf(one), path));
}

/** Returns the patterns without braces for a pattern, or undefined if they are too many. */
function expanded(pattern: string): string[] | undefined {
  let all = [""];
  for (const part of pattern.split(/(\{[^{}]*\})/)) {
    const choices = /^\{.*\}$/s.test(part) ? part.slice(1, -1).split(",") : [part];
    if (all.length * choices.length > mostAlternatives) return undefined;
    all = all.flatMap((before) => choices.map((choice) => before + choice));
  }
  return all;
}

function partsOf(pattern: string): Part[] {
  return [...pattern.matchAll(/\*\*+\/?|[*?]|[^]/g)].map(([found]): Part => {
    if (found.startsWith("**")) return { wildcard: found.endsWith("/") ? "**/" : "**" };
    return found === "*" || found === "?" ? { wildcard: found } : { character: found };
  });
}

/** Follows all ways through the pattern at the same time. A state is twice the index of a part, and 1 more inside of a `**` with a slash. */
function matches(parts: readonly Part[], path: string): boolean {
  let states = withSkipped(new Set([0]), parts);
  for (const character of path) {
    const next = new Set<number>();
    for (const state of states) for (const one of after(state, character, parts)) next.add(one);
    if (next.size === 0) return false;
    states = withSkipped(next, parts);
  }
  return states.has(parts.length * 2);
}

function after(state: number, character: string, parts: readonly Part[]): number[] {
  const start = state - (state % 2);
  const next = start + 2;
  const part = parts[start / 2];
  if (part === undefined) return [];
  if ("character" in part) return part.character === character ? [next] : [];
  if (part.wildcard === "**/") return character === "/" ? [start + 1, next] : [start + 1];
  if (part.wildcard === "**") return [start];
  if (character === "/") return [];
  return [part.wildcard === "*" ? start : next];
}

/** Adds the states that follow without a character. */
function withSkipped(states: Set<number>, parts: readonly Part[]): Set<number> {
  for (const state of states) {
    const part = state % 2 === 0 ? parts[state / 2] : undefined;
    if (part !== undefined && "wildcard" in part && part.wildcard !== "?") states.add(state + 2);
  }
  return states;
}
