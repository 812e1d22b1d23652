"use client";

import { useState } from "react";

/** A form that needs no JavaScript. With JavaScript, it suggests titles and questions. */
export function SearchBox({ query = "" }: { query?: string }) {
  const [suggestions, setSuggestions] = useState<string[]>([]);

  async function suggest(q: string) {
    if (q.length < 2) return setSuggestions([]);
    const response = await fetch(`/suggest?${new URLSearchParams({ q })}`);
    if (response.ok) setSuggestions((await response.json()) as string[]);
  }

  return (
    <form className="search" action="/search" role="search">
      <label htmlFor="q">Search the posts</label>
      <input
        id="q"
        name="q"
        type="search"
        list="suggestions"
        defaultValue={query}
        maxLength={200}
        required
        onChange={(event) => void suggest(event.target.value)}
      />
      <datalist id="suggestions">
        {suggestions.map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
      <button type="submit">Search</button>
    </form>
  );
}
