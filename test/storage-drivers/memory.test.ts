import { memoryDriver } from "../../storage-drivers/memory.ts";
import { describeDriver } from "../_driver_suite.ts";

describeDriver("memory", async (clock) => {
  const { atomic } = memoryDriver({ clock });
  return { atomic, close: () => undefined };
});
