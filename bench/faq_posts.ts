const SENTENCES = [
  "A post is read by a browser as a tree, and by us as a <em>string</em> &amp; nothing else.",
  'See <a href="https://example.com/docs?page=2" rel="noopener">the documentation</a> for the details.',
  "It is fast enough that nobody has to think about it,\nwhich is how it should be.",
  "Call <code>extractFaqEntries(html)</code> and look at what it says.",
];

/** Generates a post of about `length` characters, with a question every few paragraphs. */
export function generatedPost(length: number): string {
  const parts: string[] = [];
  let written = 0;
  for (let index = 0; written < length; index++) {
    const part = `<h2 id="q${index}">What is number ${index}?<a href="#q${index}">#</a></h2>\n${paragraphs(index)}<hr>\n`;
    parts.push(part);
    written += part.length;
  }
  return parts.join("");
}

function paragraphs(index: number): string {
  const sentence = (at: number): string => SENTENCES[(index + at) % SENTENCES.length] ?? "";
  return (
    `<p>${sentence(0)} ${sentence(1)}</p>\n<ul class="list">\n<li>${sentence(2)}</li>\n<li>${sentence(3)}</li>\n</ul>\n` +
    `<p><img src="/images/${index}.png" alt="An image"> ${sentence(3)} ${sentence(2)}</p>\n`
  );
}
