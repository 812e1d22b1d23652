import { extractFaqEntries, extractFaqEntriesFromDocument, type FaqEntry } from "../../lib/faq/mod.ts";

const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
worker.addEventListener("message", ({ data }: MessageEvent<FaqEntry[]>) => {
  show(data);
});

onClick("page", (html) => {
  show(
    extractFaqEntries(html, {
      onFallback: (reason) => console.info(`The extractor used its tree parser: ${reason}`),
    }),
  );
});
onClick("document", (html) => {
  show(extractFaqEntriesFromDocument(new DOMParser().parseFromString(html, "text/html")));
});
onClick("worker", (html) => {
  worker.postMessage(html, []);
});

function onClick(id: string, extract: (html: string) => void): void {
  document.getElementById(id)?.addEventListener("click", () => {
    const input = document.getElementById("html");
    if (input instanceof HTMLTextAreaElement) extract(input.value);
  });
}

function show(entries: readonly FaqEntry[]): void {
  const list = document.createElement("dl");
  for (const { question, answer } of entries) {
    const term = document.createElement("dt");
    const details = document.createElement("dd");
    term.textContent = question;
    details.textContent = answer;
    list.append(term, details);
  }
  document.getElementById("entries")?.replaceChildren(list);
}
