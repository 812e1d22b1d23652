import { describe, expect, it } from "vitest";
import { exportRecords, importRecords } from "../../lib/moving/entry.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { signedIn } from "../admin/admin_world.ts";
import { allOf } from "../async_items.ts";
import { expectPage, openAs, signInAs } from "./dashboard_world.ts";
import { fieldsIn, hiddenIn, tagOf } from "./editor_world.ts";

const page = "/o/acme/posts/secret/schedule";
const secret = { organizationSlug: "acme", slug: "secret" };

async function openSchedule() {
  const { world, visitor } = await openAs("editor");
  const shown = hiddenIn(await visitor.page(page));
  return {
    world,
    visitor,
    schedule: (fields: Record<string, string>) => visitor.send(page, { ...shown, ...fields }),
  };
}

it.each<[zone: string, date: string, time: string, instant: string]>([
  ["UTC", "2030-01-31", "09:00", "2030-01-31T09:00:00.000Z"],
  ["Europe/Berlin", "2030-01-31", "09:00", "2030-01-31T08:00:00.000Z"],
  ["Europe/Berlin", "2030-07-31", "00:30", "2030-07-30T22:30:00.000Z"],
  ["America/New_York", "2030-12-31", "23:00", "2031-01-01T04:00:00.000Z"],
  ["Asia/Kathmandu", "2030-06-01", "12:00", "2030-06-01T06:15:00.000Z"],
  ["Australia/Lord_Howe", "2030-01-15", "12:00", "2030-01-15T01:00:00.000Z"],
  // The clocks show this time twice, and the first is taken.
  ["Europe/Berlin", "2030-10-27", "02:30", "2030-10-27T00:30:00.000Z"],
])("schedules a post in %s at %s %s", async (timeZone, date, time, instant) => {
  const { world, visitor, schedule } = await openSchedule();
  const response = await schedule({ date, time, timeZone });
  expect(response.status).toBe(303);
  expect(await world.api.posts.get(secret)).toMatchObject({ status: "scheduled", publishedAt: instant });
  const location = (response.headers.get("location") ?? "").replace("/dashboard", "");
  const shown = await visitor.page(location);
  expect(shown).toContain(`${date} ${time} ${timeZone}`);
  expect(shown).toContain(`${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`);
  expect(shown.includes("published the first time")).toBe(date === "2030-10-27");
});

it.each<[what: string, date: string, time: string, timeZone: string, message: string]>([
  [
    "a time that the clocks skip",
    "2030-03-31",
    "02:30",
    "Europe/Berlin",
    "Time does not exist in Europe/Berlin",
  ],
  ["a date that does not exist", "2030-02-30", "09:00", "UTC", "Date must be an existing"],
  ["a date in the past", "2020-01-01", "09:00", "UTC", "Date must be in the future"],
  ["no date", "", "09:00", "UTC", "Date must be a date"],
  ["no time", "2030-01-01", "", "UTC", "Time must be a time"],
  ["an unknown time zone", "2030-01-01", "09:00", `"><script>`, "Time zone must be a time zone"],
])("refuses %s, and shows the form again", async (_what, date, time, timeZone, message) => {
  const { world, schedule } = await openSchedule();
  const shown = await expectPage(await schedule({ date, time, timeZone }), 422, message);
  expect(shown).toContain(`name="date" value="${date}"`);
  expect(shown).not.toContain("<script>");
  expect((await world.api.posts.get(secret))?.status).toBe("draft");
});

it("makes the unpublished changes part of the scheduled post", async () => {
  const { world, visitor, schedule } = await openSchedule();
  const editor = "/o/acme/posts/secret";
  const opened = fieldsIn(await visitor.page(`${editor}/edit`));
  const changed = { ...opened, name: "Soon", action: "schedule" };
  const saved = await visitor.send(`${editor}/working-copy`, changed);
  expect(saved.headers.get("location")).toBe("/dashboard/o/acme/posts/secret/schedule");
  const time = { date: "2030-01-31", time: "09:00", timeZone: "UTC" };
  // The page was opened before the change.
  expect((await schedule(time)).status).toBe(412);
  const fresh = hiddenIn(await visitor.page(page));
  expect((await visitor.send(page, { ...fresh, ...time })).status).toBe(303);
  expect(await world.api.posts.get(secret)).toMatchObject({ name: "Soon", status: "scheduled" });
  const [post] = (await world.api.posts.list("acme", { status: "scheduled" })).posts;
  expect(post).toMatchObject({ name: "Soon" });
});

it("does not take a post that somebody has published back", async () => {
  const { world, schedule } = await openSchedule();
  await world.api.posts.update(secret, { status: "published" });
  const response = await schedule({ date: "2030-01-31", time: "09:00", timeZone: "UTC" });
  await expectPage(response, 409, "This post is public already");
  const [post] = (await world.api.posts.list("acme", { search: "secret" })).posts;
  expect(post).toMatchObject({ name: "Secret", status: "published" });
});

it("is unpublished as a draft without a time", async () => {
  const { world, visitor, schedule } = await openSchedule();
  await schedule({ date: "2030-01-31", time: "09:00", timeZone: "UTC" });
  const tag = await tagOf(world, "secret");
  expect((await visitor.send("/o/acme/posts/secret/unpublish", { tag })).status).toBe(303);
  const draft = await world.api.posts.get(secret);
  expect([draft?.status, draft?.publishedAt]).toEqual(["draft", undefined]);
});

describe("the time zone of a schedule", () => {
  const publishedAt = "2030-07-31T07:00:00.000Z";

  async function scheduled() {
    const opened = await openSchedule();
    const response = await opened.schedule({ date: "2030-07-31", time: "09:00", timeZone: "Europe/Berlin" });
    expect(response.status).toBe(303);
    return opened;
  }

  it("is that in which it was set, for every writer", async () => {
    const { world } = await scheduled();
    const other = await signInAs(world, "editor");
    const shown = await other.page(page);
    expect(shown).toContain("2030-07-31 09:00 Europe/Berlin");
    expect(shown).toContain("2030-07-31 07:00 UTC");
    expect(shown).toContain('name="timeZone" value="Europe/Berlin"');
    expect(shown).toContain('name="time" value="09:00"');
    const editor = await other.page("/o/acme/posts/secret/edit");
    expect(editor).toContain("2030-07-31 09:00 Europe/Berlin");
  });

  it.each<[change: string, zone: string | undefined, path: string, body: object]>([
    ["a change of the text", "Europe/Berlin", "/posts/secret", { tags: ["new"] }],
    ["the same time", "Europe/Berlin", "/posts/secret", { status: "scheduled", publishedAt }],
    [
      "another time",
      undefined,
      "/posts/secret",
      { status: "scheduled", publishedAt: "2031-01-01T00:00:00Z" },
    ],
    ["the publication", undefined, "/posts/secret", { status: "published" }],
    ["its end", undefined, "/posts/secret", { status: "draft" }],
  ])("after %s by a program: %s", async (_change, zone, path, body) => {
    const { world } = await scheduled();
    const changed = await world.read("PATCH", path, body);
    expect(changed["scheduleZone"]).toBe(zone);
    expect((await world.api.posts.get(secret))?.scheduleZone).toBe(zone);
  });

  it("stays in an export, and is no field of readers", async () => {
    const { world } = await scheduled();
    const target = memoryDriver({ clock: world.world.clock });
    const { clock } = world.world;
    await importRecords(target, exportRecords(world.world.storage, { clock }), { clock });
    const posts = (await allOf(exportRecords(target, { clock }))).flatMap((record) =>
      record.type === "post" && record.organizationSlug === "acme" ? [record.post] : [],
    );
    expect(posts.find(({ slug }) => slug === "secret")?.scheduleZone).toBe("Europe/Berlin");
    world.world.clock.advance(Date.parse(publishedAt) - clock.now());
    const url = "http://localhost/api/public/v1/post/acme/secret";
    const answer = await (await world.api.fetch(new Request(url))).text();
    expect(answer).toContain(publishedAt);
    expect(answer).not.toContain("Europe/Berlin");
  });

  it("is one that the runtime knows", async () => {
    const { world } = await openSchedule();
    const actor = await signedIn(world, world.owner.userId);
    const schedule = { publishedAt, timeZone: "Moon/Base", changes: "publish" } as const;
    await expect(world.api.admin.posts.schedule({ actor, slug: "secret" }, schedule)).rejects.toThrow(
      "/timeZone must be a time zone such as Europe/Berlin",
    );
  });
});
