import { setImmediate as endOfTurn, setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { comesTo, inPhase } from "../../storage-drivers/in_phase.ts";

it("begins, asks and answers in this order, and in one turn of the event loop", async () => {
  const done: string[] = [];
  inPhase("begin", () => {
    done.push("begin 1");
    inPhase("answer", () => done.push("answer 1"));
    inPhase("ask", () => done.push("ask 1"));
  });
  inPhase("begin", () => done.push("begin 2"));
  await endOfTurn();
  expect(done).toEqual(["begin 1", "begin 2", "ask 1", "answer 1"]);
});

it("comes in the same turn to what is asked for once promises have settled", async () => {
  const done: string[] = [];
  const later = (action: () => void): void => {
    void Promise.resolve()
      .then(() => undefined)
      .then(action);
  };
  inPhase("begin", () => {
    later(() => inPhase("ask", () => later(() => inPhase("answer", () => done.push("answer")))));
  });
  await endOfTurn();
  expect(done).toEqual(["answer"]);
});

it("comes in the next turn to what this one is past", async () => {
  const done: string[] = [];
  inPhase("answer", () => {
    inPhase("ask", () => done.push("ask"));
    inPhase("begin", () => done.push("begin"));
  });
  await endOfTurn();
  expect(done).toEqual([]);
  await endOfTurn();
  expect(done).toEqual(["ask", "begin"]);
});

it("does the others where one fails, and reports its failure", async () => {
  const listeners = process.listeners("uncaughtException");
  process.removeAllListeners("uncaughtException");
  const reported: unknown[] = [];
  process.on("uncaughtException", (error) => reported.push(error));
  const failure = new Error("Cannot begin");
  const done: string[] = [];
  inPhase("begin", () => {
    throw failure;
  });
  inPhase("begin", () => done.push("begin"));
  inPhase("ask", () => done.push("ask"));
  await pause(10);
  process.removeAllListeners("uncaughtException");
  for (const listener of listeners) process.on("uncaughtException", listener);
  expect(done).toEqual(["begin", "ask"]);
  expect(reported).toEqual([failure]);
});

it("lets all who wait for a phase go on in it, and before the next", async () => {
  const done: string[] = [];
  const request = async (name: string): Promise<void> => {
    await comesTo("begin");
    done.push(`begin ${name}`);
    inPhase("ask", () => done.push(`ask ${name}`));
  };
  void request("1");
  void request("2");
  await endOfTurn();
  expect(done).toEqual(["begin 1", "begin 2", "ask 1", "ask 2"]);
});

it("lets who waits for a phase that is past go on in the next turn", async () => {
  const done: string[] = [];
  inPhase("begin", () => {
    void comesTo("begin").then(() => done.push("next"));
  });
  await endOfTurn();
  expect(done).toEqual([]);
  await endOfTurn();
  expect(done).toEqual(["next"]);
});
