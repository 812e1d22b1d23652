/** A result of the palette, as the server sends it. */
export interface PaletteResult {
  group: string;
  label: string;
  href: string;
  detail?: string;
  lang?: string;
  /** Public address of a post. */
  address?: string;
}

/** The results to show, and a sentence about them. */
export interface PaletteAnswer {
  results: readonly PaletteResult[];
  message: string;
}

/** Returns the results of a query. Failures become a message with the next step. */
export async function fetchResults(
  source: string,
  query: string,
  signal: AbortSignal,
): Promise<PaletteAnswer> {
  try {
    const response = await fetch(`${source}?${new URLSearchParams({ q: query }).toString()}`, {
      headers: { accept: "application/json" },
      // An ended session redirects to the sign-in page.
      redirect: "manual",
      signal,
    });
    if (response.type === "opaqueredirect" || response.status === 401) return ended;
    if (!response.ok) return { results: [], message: "The search does not respond. Try again in a moment." };
    const { results } = (await response.json()) as { results: PaletteResult[] };
    return { results, message: countOf(results.length) };
  } catch {
    return { results: [], message: "There is no connection. Try again when you are online." };
  }
}

const ended: PaletteAnswer = {
  results: [{ group: "Session", label: "Sign in again", href: "" }],
  message: "Your session has ended.",
};

function countOf(count: number): string {
  if (count === 0) return "Nothing matches.";
  return count === 1 ? "1 result" : `${count} results`;
}
