import { Readable } from "node:stream";
import { type IndexItem, type SitemapItem, XMLToSitemapIndexStream, XMLToSitemapItemStream } from "sitemap";

/** Reads the entries of a sitemap with a different implementation of the protocol, piece by piece. */
export async function readUrlset(xml: string): Promise<SitemapItem[]> {
  const items = Readable.from(piecesOf(xml)).pipe(new XMLToSitemapItemStream({ logger: false }));
  return (await items.toArray()) as SitemapItem[];
}

/** Reads the entries of an index with a different implementation of the protocol. */
export async function readIndex(xml: string): Promise<IndexItem[]> {
  const items = Readable.from(piecesOf(xml)).pipe(new XMLToSitemapIndexStream({ logger: false }));
  return (await items.toArray()) as IndexItem[];
}

function* piecesOf(xml: string, length = 65_536): Generator<string> {
  for (let start = 0; start < xml.length; start += length) yield xml.slice(start, start + length);
}
