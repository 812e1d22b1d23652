import * as v from "valibot";
import { given } from "../base/given.ts";
import { patchOf, type PatchOf } from "../base/input/patch_of.ts";
import { nameInput, toName } from "../base/text/name.ts";
import { cutText } from "../base/text/well_formed.ts";
import type { KeyPart } from "../store/mod.ts";
import type { ExaminedFile, MediaType } from "./types/mod.ts";

/** Place of a picture that stays visible when the picture is cropped. Both numbers are shares of the picture, from 0 to 1. */
export interface FocalPoint {
  /** Share of the width, from the left. */
  x: number;
  /** Share of the height, from the top. */
  y: number;
}

/** Texts of a file that its organization can change. */
export interface MediaTexts {
  /** Text in place of the picture for readers who do not see it, at most 1,000 characters. */
  alt?: string;
  /** At most 200 characters. */
  title?: string;
  /** Default: the middle. */
  focalPoint?: FocalPoint;
}

/** Input of a new file. */
export interface MediaInput extends Omit<MediaTexts, "focalPoint"> {
  /** Name of the file, such as `harbour.jpg`. Folders before it are cut. At most 100 characters are kept. */
  name: string;
}

/** Changes of a file. `null` removes a field. */
export type MediaChanges = PatchOf<MediaTexts>;

/** A file of an organization. */
export interface StoredMedia extends MediaTexts {
  /** The first 40 hexadecimal digits of the SHA-256 of the bytes. */
  hash: string;
  name: string;
  type: MediaType;
  /** Number of bytes. */
  bytes: number;
  /** In pixels. Missing if the file has no size in pixels. */
  width?: number;
  height?: number;
  isAnimated?: boolean;
  /** Address for readers: an absolute URL, or a path if the server knows no origin. */
  url: string;
  /** RFC 3339. */
  createdAt: string;
  /** Id of the user who uploaded it, if known. */
  createdBy?: string;
  /** Sentence for the person who uploaded it. */
  note?: string;
}

/** The stored record of a file. */
export interface MediaRecord extends Omit<StoredMedia, "url"> {
  /** Key of the bytes. */
  key: string;
  /** True if browsers may show the file at its own address. */
  isInline: boolean;
  /** Number of bytes of each copy of a picture, by its width and format, such as `640.webp`. */
  variants?: Readonly<Record<string, number>>;
}

/**
 * Returns the key of the bytes of a picture's copy. It has their number, because processes with different encoders can make the copy at the same time.
 *
 * @param name width and format of the copy, such as `640.webp`
 */
export function copyKey({ key }: Pick<MediaRecord, "key">, name: string, bytes: number): string {
  return `${key}.${bytes}.${name}`;
}

/** Returns the keys of the bytes that a record names, those of the file and of its copies, with the number of bytes. */
export function namedBytes(record: MediaRecord): Map<string, number> {
  const copies = Object.entries(record.variants ?? {});
  return new Map([
    [record.key, record.bytes],
    ...copies.map(([name, bytes]) => [copyKey(record, name, bytes), bytes] as const),
  ]);
}

/** Returns the number of bytes of a file and of its copies. */
export function allBytes({ bytes, variants = {} }: Pick<MediaRecord, "bytes" | "variants">): number {
  return Object.values(variants).reduce((sum, one) => sum + one, bytes);
}

const share = v.pipe(
  v.number("must be a number"),
  v.minValue(0, "must be at least 0"),
  v.maxValue(1, "must be at most 1"),
);

/** Validates a focal point. */
export const focalPoint: v.GenericSchema<FocalPoint> = v.strictObject({ x: share, y: share });

/** Maximum number of characters of the texts of a file. */
const longestTexts = { alt: 1000, title: 200 };

const texts = {
  alt: v.exactOptional(nameInput(longestTexts.alt)),
  title: v.exactOptional(nameInput(longestTexts.title)),
};

/** Returns the texts of a picture in a post as texts of its file. Long texts are cut, and empty texts are left out. */
export function toMediaTexts({ alt = "", title = "" }: MediaTexts): Pick<MediaTexts, "alt" | "title"> {
  return given({ alt: shortText(alt, longestTexts.alt), title: shortText(title, longestTexts.title) });
}

function shortText(text: string, longest: number): string | undefined {
  return cutText(toName(text), longest).trim() || undefined;
}

/** Validates the input of a new file. */
export const mediaInput: v.GenericSchema<unknown, MediaInput> = v.strictObject({
  name: v.pipe(v.string("must be a string"), v.transform(toFileName)),
  ...texts,
});

/** Validates the changes of a file. */
export const mediaChanges: v.GenericSchema<unknown, MediaChanges> = patchOf<MediaTexts>({
  ...texts,
  focalPoint: v.exactOptional(focalPoint),
});

/** Maximum number of characters of a file's name. */
const longestName = 100;

/** Returns the name of a file without its folders and control characters. The beginning of a long name is kept with the ending. */
function toFileName(name: string): string {
  const [last = ""] = name.slice(-1000).split(/[/\\]/).slice(-1);
  const clean = last
    .normalize("NFC")
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "")
    .trim();
  if (/^\.*$/.test(clean)) return "file";
  if (clean.length <= longestName) return clean;
  const [ending = ""] = /\.[a-z0-9]{1,8}$/i.exec(clean) ?? [];
  return cutText(clean, longestName - ending.length) + ending;
}

/** Returns a file's name as the last part of its address. Characters that end an address in Markdown or HTML become hyphens. */
export function addressName(name: string): string {
  return name.replaceAll(/[\s()<>'"*!~]+/g, "-");
}

/** Number of hexadecimal digits of a hash. */
export const hashLength = 40;
const hashForm = /^[0-9a-f]{40}$/;

/** Returns true for a text in the form of a file's hash. */
export function isMediaHash(text: string): boolean {
  return hashForm.test(text);
}

/** Key prefix of the records of files, by hash. */
export const mediaPrefix: readonly KeyPart[] = ["media"];
export const mediaKey = (hash: string): KeyPart[] => [...mediaPrefix, hash];

/** Key of the record of a deleted file until its bytes are removed. */
export const deletedMediaKey = (hash: string): KeyPart[] => ["media-deleted", hash];

/** Key prefix of the index of files by time. Its records have no data. */
export const mediaTimePrefix: readonly KeyPart[] = ["media-by"];
export const mediaTimeKey = ({ createdAt, hash }: Pick<MediaRecord, "createdAt" | "hash">): KeyPart[] => [
  ...mediaTimePrefix,
  Date.parse(createdAt),
  hash,
];

/** Key of the counter of the bytes of all files of an organization. */
export const mediaBytesKey: KeyPart[] = ["media-bytes"];

/** Returns the key of the bytes of a new file. It names the record, so that the sweep finds the record without an index. */
export function bytesKey(organizationSlug: string, hash: string, id: string): string {
  return `${organizationSlug}/${hash}.${id}`;
}

/** Returns the organization and the hash that a key of bytes names. */
export function ownerOf(key: string): { organizationSlug: string; hash: string } {
  const [organizationSlug = "", file = ""] = key.split("/");
  return { organizationSlug, hash: file.split(".", 1)[0] ?? "" };
}

/** Returns the fields of a record that an examination found. */
export function examinedFields({
  type,
  width,
  height,
  isAnimated,
  isInline,
  note,
}: ExaminedFile): Pick<MediaRecord, "type" | "width" | "height" | "isAnimated" | "isInline" | "note"> {
  return {
    type,
    isInline,
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(isAnimated !== undefined && { isAnimated }),
    ...(note !== undefined && { note }),
  };
}
