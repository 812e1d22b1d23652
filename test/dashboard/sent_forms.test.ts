import { beforeAll, describe, expect, it, vi } from "vitest";
import { readForm } from "../../lib/dashboard/form/read_form.ts";
import { ProblemError } from "../../lib/http/mod.ts";
import {
  type DashboardWorld,
  openDashboardWorld,
  origin,
  type SignedIn,
  signIn,
  signInAs,
  visit,
} from "./dashboard_world.ts";
import { formActs } from "./form_acts.ts";

const token = "t";
const kind = { bodyBytes: 1_000_000, textBytes: 1_000_000 };

/** Returns a body as a stream with chunks of a size. */
function inChunks(bytes: Uint8Array, size: number): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at < bytes.length) controller.enqueue(bytes.slice(at, at + size));
      else controller.close();
      at += size;
    },
  });
}

async function read(type: string, bytes: Uint8Array, size = 1000): Promise<FormData> {
  const init = { method: "POST", headers: { "content-type": type }, body: inChunks(bytes, size) };
  return readForm(new Request(origin, { ...init, duplex: "half" } as RequestInit), kind, token);
}

/** Returns the fields of a form, with the content of files. */
async function contentOf(form: FormData): Promise<object[]> {
  return Promise.all(
    [...form].map(async ([name, value]) =>
      typeof value === "string"
        ? { name, value }
        : { name, fileName: value.name, type: value.type, text: await value.text() },
    ),
  );
}

const multipart = async (form: FormData): Promise<[type: string, bytes: Uint8Array]> => {
  const response = new Response(form);
  return [response.headers.get("content-type") ?? "", new Uint8Array(await response.arrayBuffer())];
};

/** Limits of all forms, each with a form of a size. */
const limits: readonly [name: string, most: number, type: string, form: (size: number) => string][] = [
  ["parts", 500, "multipart/form-data; boundary=x", (size) => `${partOf("").repeat(size)}--x--`],
  [
    "headers of a part",
    8,
    "multipart/form-data; boundary=x",
    (size) => `${partOf("a: b\r\n".repeat(size - 1))}--x--`,
  ],
  [
    "bytes of the headers of a part",
    2048,
    "multipart/form-data; boundary=x",
    (size) => `${partOf(`a: ${"b".repeat(size - nameHeader.length - 3)}\r\n`)}--x--`,
  ],
  ["pairs", 500, "application/x-www-form-urlencoded", (size) => Array(size).fill("a=1").join("&")],
  ["bytes of pairs", 262_144, "application/x-www-form-urlencoded", (size) => `a=${"b".repeat(size - 2)}`],
];
const nameHeader = 'content-disposition: form-data; name="a"';

function partOf(headers: string): string {
  return `--x\r\n${nameHeader}\r\n${headers}\r\n1\r\n`;
}

it.each(limits)("a form has a maximum of %s: %i", async (_name, most, type, form) => {
  const readSize = async (size: number): Promise<FormData> =>
    read(type, new TextEncoder().encode(form(size)));
  expect((await readSize(most)).get("a")).not.toBeNull();
  await expect(readSize(most + 1)).rejects.toBeInstanceOf(ProblemError);
});

describe("a form in parts", () => {
  it.each([1, 2, 3, 7, 64, 1000])("is read in chunks of %i bytes as the platform reads it", async (size) => {
    const form = new FormData();
    form.append("form-token", token);
    form.append("", "empty name");
    form.append('"quoted"\r\n', 'a "b"\r\nc\rd\ne\r\n--\r\n-');
    form.append("text", "щ 😀 \u0000");
    form.append("text", "");
    form.append("file", new File([], ""));
    form.append(
      "file",
      new File(["\r\n\r\n--x\r", "\r\n---", "-\r\r\n"], 'ä "b".md', { type: "text/markdown" }),
    );
    const [type, bytes] = await multipart(form);
    const expected = await new Response(bytes as Uint8Array<ArrayBuffer>, {
      headers: { "content-type": type },
    }).formData();
    expect(await contentOf(await read(type, bytes, size))).toEqual(await contentOf(expected));
  });

  it("has the content of a large file", async () => {
    const form = new FormData();
    const text = "0123456789abcdef\r\n-".repeat(47_000);
    form.append("form-token", token);
    form.append("file", new File([text], "a.md"));
    const [type, bytes] = await multipart(form);
    const file = (await read(type, bytes, 4096)).get("file");
    expect(file instanceof File && (await file.text()) === text).toBe(true);
  });

  const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x';
  it.each([
    ["without a boundary", "multipart/form-data", `${part}--`],
    ["that is empty", "multipart/form-data; boundary=x", ""],
    ["with text before its boundary", "multipart/form-data; boundary=x", `a\r\n${part}--`],
    ["that ends in a part", "multipart/form-data; boundary=x", part.slice(0, -5)],
    ["that ends after a part", "multipart/form-data; boundary=x", part],
    ["with text after a boundary", "multipart/form-data; boundary=x", `${part}y--`],
    ["with a part without a name", "multipart/form-data; boundary=x", "--x\r\na: b\r\n\r\n1\r\n--x--"],
    ["with a boundary of 71 characters", `multipart/form-data; boundary=${"x".repeat(71)}`, part],
  ])("%s is refused", async (_name, type, text) => {
    await expect(read(type, new TextEncoder().encode(text))).rejects.toMatchObject({
      code: "invalid-body",
      message: expect.stringContaining("The form cannot be read"),
    });
  });

  it("lets other requests have their turn while a large chunk is read", async () => {
    const text = `${part.slice(0, -6)}${"a".repeat(900_000)}\r\n--x--`;
    const turns = vi.spyOn(globalThis, "setTimeout");
    await read("multipart/form-data; boundary=x", new TextEncoder().encode(text), 1_000_000);
    expect(turns.mock.calls.length).toBeGreaterThanOrEqual(3);
    turns.mockRestore();
  });

  it("is read up to its last boundary", async () => {
    const bytes = new TextEncoder().encode(`${part}--\r\nmore`);
    const form = await read('Multipart/Form-Data; p="; boundary=y"; BOUNDARY="x"', bytes);
    expect(await contentOf(form)).toEqual([{ name: "a", value: "1" }]);
  });
});

describe("the token of a session", () => {
  let world: DashboardWorld;
  let owner: SignedIn;
  beforeAll(async () => {
    world = await openDashboardWorld();
    owner = await signInAs(world, "owner");
  });

  const pages = formActs.filter(({ name }) => /^(?:see|list|be asked) /.test(name));
  it.each(pages)("is the first field of each form on the page to $name", async ({ request }) => {
    const [path] = await request(world, owner);
    const page = await (await visit(world, `/o/acme${path}`, owner)).text();
    const forms = [...page.matchAll(/<form [^>]*method="post"[\s\S]*?<\/form>/g)].map(([form]) => form);
    const first = forms.map((form) => / name="([^"]*)"/.exec(form)?.[1]);
    expect(first).toEqual(forms.map(() => "form-token"));
  });

  it.each([
    ["the session's", 303],
    ["another session's", 403],
  ])("is accepted as a header: %s", async (name, status) => {
    const { formToken } = name === "the session's" ? owner : await signIn(world, world.owner.userId);
    const headers = { "x-form-token": formToken };
    const form = { url: "https://new.example/", name: "Launch", list: "tag=launch" };
    const response = await visit(world, "/o/acme/saved-filters", { cookie: owner.cookie, form, headers });
    expect(response.status).toBe(status);
  });

  it("is not accepted in the address", async () => {
    const form = { name: "Launch", list: "tag=launch" };
    const address = `/o/acme/saved-filters?form-token=${owner.formToken}&x-form-token=${owner.formToken}`;
    expect((await visit(world, address, { cookie: owner.cookie, form })).status).toBe(403);
  });
});
