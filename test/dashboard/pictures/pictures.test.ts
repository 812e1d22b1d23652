import { describe, expect, it } from "vitest";
import { createDashboard } from "../../../lib/dashboard/mod.ts";
import { openChosen } from "../../access/storages.ts";
import { World } from "../../api/world.ts";
import { expectPage, openAs, send, signIn, visit } from "../dashboard_world.ts";
import { addPicture, mediaOfTests, findPicture } from "./picture_world.ts";
import { pngOf } from "./png_of.ts";

const bytes = new Uint8Array(pngOf(4, 3, [200, 30, 30]));
const png = (name = "red.png"): File => new File([bytes], name, { type: "image/png" });
const script = { accept: "application/json" };

describe("the upload of a picture", () => {
  it("leads to the page of the picture, also if the organization has it already", async () => {
    const { world, visitor } = await openAs("editor");
    const first = await visitor.send("/o/acme/pictures", { file: png() });
    const hash = (await findPicture(world, "red.png"))?.hash ?? "";
    const page = `/dashboard/o/acme/pictures/${hash}`;
    expect([first.status, first.headers.get("location")]).toEqual([303, `${page}?done=picture-added`]);
    const second = await visitor.send("/o/acme/pictures", { file: png("copy.png") });
    expect(second.headers.get("location")).toBe(`${page}?done=picture-known`);
    expect(await findPicture(world, "copy.png")).toBeUndefined();
  });

  it("responds to the script with the address, and with problems in words", async () => {
    const { world, visitor } = await openAs("editor", { media: mediaOfTests({ fileBytes: 1000 }) });
    const upload = async (
      file: File,
      token = visitor.formToken,
    ): Promise<[number, Record<string, unknown>]> => {
      const headers = { ...script, "x-form-token": token };
      const { cookie } = visitor;
      const response = await visit(world, "/o/acme/pictures", { cookie, headers, form: { file } });
      return [response.status, (await response.json()) as Record<string, unknown>];
    };
    const [status, { picture }] = await upload(png("red (1).png"));
    const hash = (await findPicture(world, "red (1).png"))?.hash ?? "";
    expect([status, picture]).toEqual([
      201,
      {
        url: `http://localhost/api/public/v1/media/acme/${hash}/red-1-.png`,
        name: "red (1).png",
        type: "image/png",
        alt: "",
        note: "",
        page: `/dashboard/o/acme/pictures/${hash}`,
      },
    ]);
    expect(await upload(new File(["Text"], "text.png"))).toEqual([
      422,
      { message: expect.stringContaining('"text.png" is not of a supported type') },
    ]);
    expect((await upload(new File([new Uint8Array(70_000)], "large.png")))[0]).toBe(413);
    const { formToken } = await signIn(world, visitor.userId);
    expect(await upload(png(), formToken)).toEqual([
      403,
      { message: expect.any(String), formToken: visitor.formToken, userId: visitor.userId },
    ]);
  });

  it("shows the form again without a file", async () => {
    const { visitor } = await openAs("editor");
    const response = await visitor.send("/o/acme/pictures", { file: new File([], "") });
    await expectPage(response, 422, "Choose a picture or another file.");
  });
});

describe("the page of a picture", () => {
  it("keeps the fields that a form does not have", async () => {
    const { world, visitor } = await openAs("editor");
    const { hash } = await addPicture(world, "red.png", bytes);
    const page = `/o/acme/pictures/${hash}`;
    await visitor.send(page, { alt: "Red", title: "Box", focalX: "12.5", focalY: "100" });
    await visitor.send(page, { alt: "A red box" });
    const stored = { alt: "A red box", title: "Box", focalPoint: { x: 0.125, y: 1 } };
    expect(await findPicture(world, "red.png")).toMatchObject(stored);
    await visitor.send(page, { alt: "", title: "", focalX: "", focalY: "" });
    const cleared = await findPicture(world, "red.png");
    expect(cleared).not.toHaveProperty("alt");
    expect(cleared).not.toHaveProperty("focalPoint");
  });

  it.each([
    ["101", "5"],
    ["5", ""],
    ["-1", "5"],
    ["many", "5"],
  ])("refuses the focal point %s, %s, and shows it again", async (focalX, focalY) => {
    const { world, visitor } = await openAs("editor");
    const { hash } = await addPicture(world, "red.png", bytes);
    const response = await visitor.send(`/o/acme/pictures/${hash}`, { alt: "Red", focalX, focalY });
    const text = await expectPage(response, 422, "must be a number from 0 to 100");
    expect(text).toContain(`name="focalX" value="${focalX}"`);
    expect(await findPicture(world, "red.png")).not.toHaveProperty("alt");
  });

  it("asks again before a picture is deleted that a post shows by now", async () => {
    const { world, visitor } = await openAs("editor");
    const { hash, url } = await addPicture(world, "red.png", bytes);
    const path = `/o/acme/pictures/${hash}/delete`;
    expect(await visitor.page(path)).not.toContain("Delete anyway");
    await world.api.posts.create("acme", { name: "It shows <it>", html: `<p><img src="${url}" alt=""></p>` });
    const refused = await visitor.send(path);
    await expectPage(refused, 200, "It shows &lt;it&gt;");
    expect(await findPicture(world, "red.png")).toBeDefined();
    expect((await visitor.send(path, { force: "on" })).status).toBe(303);
    expect(await findPicture(world, "red.png")).toBeUndefined();
  });

  it("belongs to its organization", async () => {
    const { world, visitor } = await openAs("editor");
    const { hash } = await addPicture(world, "red.png", bytes);
    const stranger = await signIn(world, world.other.userId, "/o/other");
    expect(await stranger.page("/o/other/pictures")).toContain("There are no pictures yet.");
    for (const path of [`/o/other/pictures/${hash}`, `/o/other/pictures/${hash}/delete`]) {
      expect((await visit(world, path, stranger)).status).toBe(404);
      expect((await send(world, stranger, [path, { force: "on", alt: "Mine" }])).status).toBe(404);
    }
    expect((await visit(world, "/o/acme/pictures/0000", visitor)).status).toBe(404);
  });
});

describe("a dashboard", () => {
  const policyOf = (response: Response): string | null => response.headers.get("content-security-policy");

  it("allows the pictures of the origin that serves them, and of no other", async () => {
    const media = mediaOfTests({ mediaOrigin: "https://media.example" });
    const { world, visitor } = await openAs("editor", { media });
    await addPicture(world, "red.png", bytes);
    const list = await visit(world, "/o/acme/pictures", visitor);
    expect(policyOf(list)).toContain("; img-src 'self' https://media.example; ");
    expect(await list.text()).toContain('<img src="https://media.example/api/public/v1/media/acme/');
  });

  it("has no pictures without a store for them", async () => {
    const { api } = await World.open(openChosen, { adminApi: true });
    const world = { api, dashboard: createDashboard(api) };
    const { id } = await api.users.create({ name: "Ann" });
    await api.users.addToOrganization(id, { organizationSlug: "acme", role: "editor" });
    const visitor = await signIn(world, id);
    await api.posts.create("acme", { name: "Hello", html: "<p>Hi</p>" });
    const list = await visit(world, "/o/acme/pictures", visitor);
    await expectPage(list, 501, "has no media store");
    expect(policyOf(list)).toContain("; img-src 'self'; ");
    const editor = await visitor.page("/o/acme/posts/hello/edit");
    expect(editor).not.toMatch(/pictures|Choose a picture/);
  });
});
