import { countSteps } from "./_count_steps.ts";
import { findSuperlinearGrowth } from "./_find_superlinear_growth.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { readForm } from "../../lib/dashboard/form/read_form.ts";
import { routes } from "../../lib/dashboard/routes.ts";
import {
  type DashboardWorld,
  openDashboardWorld,
  origin,
  type SignedIn,
  signInAs,
} from "../dashboard/dashboard_world.ts";

const megabyte = 1_000_000;
const multipart = "multipart/form-data; boundary=x";
const urlencoded = "application/x-www-form-urlencoded";

/** Limits of a form in bytes, and of the steps of all attacks on it. */
interface Limits {
  bytes: number;
  steps: number;
}

/** Limits of all forms except the forms below. */
const usual: Limits = { bytes: 262_144, steps: 60_000_000 };

const long: Limits = { bytes: 1_048_576, steps: 300_000_000 };
const limits: Readonly<Record<string, Limits>> = {
  "sign-in": { bytes: 4096, steps: 60_000_000 },
  "o/acme/new-post": long,
  "o/acme/posts/hello/edit/merge": long,
  "o/acme/posts/hello/working-copy": long,
  "o/acme/knowledge-base": long,
  "o/acme/knowledge-base/hello": long,
  "o/acme/settings/organization": long,
};

/** Bytes of a chunk, which can come after the limit. */
const chunkBytes = 65_536;

/** Addresses of all forms of the dashboard. */
const forms = [
  "sign-in",
  "sign-out",
  "sign-out-everywhere",
  "invitations/accept",
  "invitations/decline",
  "sessions/end",
  ...routes
    .filter(({ POST }) => POST !== undefined)
    .map(({ path }) => `o/${path.replace("{organization}", "acme").replaceAll(/\{\w+\}/g, "hello")}`),
];

const part = (name: string, value: string): string =>
  `--x\r\ncontent-disposition: form-data; ${name}\r\n\r\n${value}\r\n`;

interface Attack {
  name: string;
  type: string;
  megabytes: number;
  /** The beginning and the repeated text of the body. */
  text: (token: string) => [start: string, repeated: string];
}

const attacks: readonly Attack[] = [
  {
    name: "1 MB of empty parts",
    type: multipart,
    megabytes: 1,
    text: (token) => [part('name="form-token"', token), part('name="a"', "")],
  },
  {
    name: "48 MB of empty parts",
    type: multipart,
    megabytes: 48,
    text: (token) => [part('name="form-token"', token), part('name="a"', "")],
  },
  {
    name: "48 MB of empty files",
    type: multipart,
    megabytes: 48,
    text: (token) => [part('name="form-token"', token), part('name="file"; filename=""', "")],
  },
  { name: "48 MB of pairs", type: urlencoded, megabytes: 48, text: (token) => [`form-token=${token}`, "&a"] },
  {
    name: "48 MB of empty pairs",
    type: urlencoded,
    megabytes: 48,
    text: (token) => [`form-token=${token}`, "&"],
  },
  {
    name: "48 MB of escapes",
    type: urlencoded,
    megabytes: 48,
    text: (token) => [`form-token=${token}&a=`, "%F0"],
  },
  {
    name: "48 MB of headers",
    type: multipart,
    megabytes: 48,
    text: (token) => [`${part('name="form-token"', token)}--x\r\n`, "a: b\r\n"],
  },
  {
    name: "a header of 48 MB",
    type: multipart,
    megabytes: 48,
    text: (token) => [`${part('name="form-token"', token)}--x\r\na: `, "aaaaaaaa"],
  },
  {
    name: "a text of 48 MB that looks like its end",
    type: multipart,
    megabytes: 48,
    text: (token) => [part('name="form-token"', token) + part('name="a"', "").slice(0, -2), "\r\n--"],
  },
  {
    name: "a file of 48 MB before the token",
    type: multipart,
    megabytes: 48,
    text: () => [part('name="file"; filename="a.zip"', "").slice(0, -2), "zip"],
  },
  {
    name: "a file of 48 MB with another token",
    type: multipart,
    megabytes: 48,
    text: () => [
      part('name="form-token"', "0".repeat(64)) + part('name="file"; filename="a.zip"', "").slice(0, -2),
      "zip",
    ],
  },
  { name: "48 MB of another type", type: "text/plain", megabytes: 48, text: () => ["", "form"] },
];

/** A body that is made while it is read, and the number of its bytes that were read. */
class HostileBody {
  readonly stream: ReadableStream<Uint8Array>;
  read = 0;

  constructor({ megabytes, text }: Attack, token: string) {
    const [start, repeated] = text(token);
    const first = new TextEncoder().encode(start);
    const chunk = new TextEncoder().encode(repeated.repeat(Math.floor(65_536 / repeated.length)));
    this.stream = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          const next = this.read === 0 && first.length > 0 ? first : chunk;
          if (this.read > megabytes * megabyte) controller.close();
          else controller.enqueue(next);
          this.read += next.length;
        },
      },
      { highWaterMark: 0 },
    );
  }
}

async function sendTo(
  { dashboard }: DashboardWorld,
  form: string,
  { type, body, cookie }: { type: string; body: ReadableStream<Uint8Array>; cookie: string },
): Promise<Response> {
  const init = { method: "POST", headers: { "content-type": type, cookie }, body, duplex: "half" };
  return dashboard.fetch(new Request(`${origin}/dashboard/${form}`, init));
}

describe("the form at", () => {
  let world: DashboardWorld;
  let owner: SignedIn;
  beforeAll(async () => {
    world = await openDashboardWorld();
    owner = await signInAs(world, "owner");
  });

  it.each(forms)("%s refuses hostile bodies before it parses them", async (form) => {
    const most = limits[form] ?? usual;
    for (const visitor of [owner, { cookie: "", formToken: "" }]) {
      const answers: object[] = [];
      const steps = await countSteps(async () => {
        for (const attack of attacks) {
          const body = new HostileBody(attack, visitor.formToken);
          const sent = { type: attack.type, body: body.stream, cookie: visitor.cookie };
          const { status } = await sendTo(world, form, sent);
          answers.push({ attack: attack.name, status, read: body.read });
        }
      });
      expect(answers).toEqual(
        attacks.map(({ name }) => ({
          attack: name,
          status: expect.toBeOneOf([400, 401, 403, 413, 415, 422]),
          read: expect.toSatisfy((read: number) => read <= most.bytes + chunkBytes),
        })),
      );
      expect(steps.script).toBeLessThan(most.steps);
      expect(steps.native).toBeLessThan(most.steps);
    }
  });
});

it.each([
  ["looks like its end", "\r\n--"],
  ["is a line end in parts", "\r"],
  ["has its boundary in other places", "--x "],
])("a file that %s is read in linear time", async (_name, text) => {
  const start = part('name="form-token"', "t") + part('name="file"; filename="a.zip"', "").slice(0, -2);
  const read = async (size: number): Promise<void> => {
    const body = `${start}${text.repeat(size)}\r\n--x--`;
    const request = new Request(origin, { method: "POST", headers: { "content-type": multipart }, body });
    const form = await readForm(request, { bodyBytes: megabyte, textBytes: 1000 }, "t");
    expect(form.get("file")).toHaveProperty("size", text.length * size);
  };
  expect(await findSuperlinearGrowth((size) => size, read, 20_000)).toBeUndefined();
});
