/** A text worker with three texts: the deadline stops the second one. */
const { textWorker } = await import(globalThis.Deno === undefined ? "postern/bun" : "postern/deno");

const worker = textWorker({ deadlineMs: 2000 });
const read = () => worker.run("toMarkdown", "<h2>Why?</h2><p>So.</p>");
const endless = { markdown: "![[".repeat(1_000_000), slug: "endless", now: 0 };
const first = await read();
const stopped = await worker.run("readMarkdown", endless).catch((error) => error.name);
console.log(JSON.stringify([first.trim(), stopped, (await read()).trim()]));
