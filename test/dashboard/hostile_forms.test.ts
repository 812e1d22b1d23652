import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type DashboardWorld,
  openDashboardWorld,
  send,
  type SentFields,
  type SignedIn,
  signIn,
} from "./dashboard_world.ts";
import { formActs } from "./form_acts.ts";

/** Characters of a hostile form. */
const size = 200_000;
/** Characters of a page besides the entered values, which it shows again. */
const longestPage = 65_536;

/** Fields that take several values, one on each line. */
const listFields = [
  "networks",
  "authors",
  "tags",
  "aliases",
  "sections",
  "languages",
  "sameAs",
  "speakable",
  "choices",
  "earlierNames",
];

const lines = (fields: readonly string[]): SentFields =>
  Object.fromEntries(fields.map((name) => [name, "x\n".repeat(size / 2 / fields.length)]));

describe("a form with many wrong values gets a short page:", () => {
  let world: DashboardWorld;
  let owner: SignedIn;
  beforeAll(async () => {
    world = await openDashboardWorld();
    owner = await signIn(world, world.owner.userId);
  });
  afterAll(async () => world.world.close());

  it.each(formActs.map((act) => [act.name, act] as const))("%s", async (_name, act) => {
    const [path, fields] = await act.request(world, owner);
    if (fields === undefined) return;
    const texts = Object.keys(fields).filter((name) => typeof fields[name] === "string");
    for (const hostile of [
      { ...fields, ...lines(listFields) },
      lines(texts.length === 0 ? ["name"] : texts),
    ]) {
      const response = await send(world, owner, [`/o/acme${path}`, hostile]);
      expect(response.status).toBeLessThan(500);
      const { length } = await response.text();
      expect(length).toBeLessThan(size + longestPage);
    }
  });
});
