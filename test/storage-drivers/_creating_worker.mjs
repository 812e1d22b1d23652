// Opens a SQLite store for each message with its path, and answers with the id of the store, or the error.
import { sqliteDriver } from "../../dist/storage-drivers/sqlite.js";

process.on("message", async (path) => {
  try {
    const driver = sqliteDriver({ path });
    const [record] = await driver.atomic.getMany([{ partition: "store", key: "identity" }]);
    await driver.dispose();
    process.send(record.value.id);
  } catch (error) {
    process.send(String(error));
  }
});
