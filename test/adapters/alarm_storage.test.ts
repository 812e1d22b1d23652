import { beforeEach, describe, expect, it, vi } from "vitest";
import { type AlarmState, type Deliverer, storageWithAlarm } from "../../adapters/cloudflare_workers.ts";

/** Time of the alarm in milliseconds from now. */
let alarm: number | null;
let now: number;

/** The state of the object that delivers. It has no records. */
const state: AlarmState = {
  id: { equals: () => true },
  storage: {
    sql: { exec: () => ({ toArray: () => [] }) },
    transactionSync: (callback) => callback(),
    setAlarm: async (time) => {
      alarm = time - now;
    },
    deleteAlarm: async () => {
      alarm = null;
    },
  },
};
const namespace = {
  idFromName: (name: string) => ({ name }),
  get: () => ({ fetch: async () => new Response() }),
};

beforeEach(() => {
  alarm = null;
  now = 1_000_000;
  vi.spyOn(Date, "now").mockImplementation(() => now);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

function open(deliver: Deliverer["events"]["deliver"]): InstanceType<ReturnType<typeof storageWithAlarm>> {
  const Storage = storageWithAlarm(() => ({ events: { deliver } }), { namespace: () => namespace });
  return new Storage(state, {});
}

const wake = new Request("https://postern.invalid/", { method: "POST", body: "" });

describe("the object that delivers", () => {
  it("sets the alarm to the time of the next delivery", async () => {
    await open(async () => ({ nextAt: now + 7 })).alarm();
    expect(alarm).toBe(7);
    await open(async () => ({ nextAt: undefined })).alarm();
    expect(alarm).toBeNull();
  });

  it("delivers again if it was woken during a delivery", async () => {
    const object = open(async () => {
      await object.fetch(wake);
      return { nextAt: now + 7 };
    });
    await object.alarm();
    expect(alarm).toBe(0);
  });

  it("sets the alarm again after an error", async () => {
    const failing = open(async () => Promise.reject(new Error("The store is unreachable")));
    await failing.alarm();
    expect(alarm).toBe(15_000);
    await failing.fetch(wake);
    expect(alarm).toBe(0);
  });

  it("has an alarm while a repeated delivery is running, because the runtime repeats it only 6 times", async () => {
    const endless = open(() => new Promise(() => undefined));
    void endless.alarm({ isRetry: true });
    await vi.waitFor(() => expect(alarm).toBe(15_000), 60_000);
  });
});

it("delivers by a new API after a delivery that was cut, and by the same API otherwise", async () => {
  const deliveries: number[] = [];
  let apis = 0;
  const Storage = storageWithAlarm(
    () => {
      const api = ++apis;
      const deliver = async (): Promise<{ nextAt: undefined }> => {
        deliveries.push(api);
        if (deliveries.length === 2) await new Promise(() => undefined);
        return { nextAt: undefined };
      };
      return { events: { deliver } };
    },
    { namespace: () => namespace },
  );
  const object = new Storage(state, {});
  await object.alarm();
  void object.alarm();
  await object.alarm({ isRetry: true });
  await object.alarm();
  expect(deliveries).toEqual([1, 1, 2, 2]);
});

describe("the options", () => {
  it("are checked at the start", () => {
    const openApi = (): never => expect.unreachable();
    expect(() => storageWithAlarm(openApi, {} as never)).toThrow(/namespace must be a function/);
    expect(() => storageWithAlarm("api" as never, { namespace: () => namespace })).toThrow(
      /openApi must be a function/,
    );
  });

  it("need an API with events", async () => {
    const Storage = storageWithAlarm(() => ({ events: {} }) as never, { namespace: () => namespace });
    await new Storage(state, {}).alarm();
    expect(console.error).toHaveBeenCalledWith(
      expect.objectContaining({ message: expect.stringMatching(/lacks deliver/) as string }),
    );
  });
});
