// Opens a SQLite store for each message with its path, and answers with the id of the store, or the error.
import { sqliteDriver } from "../../dist/storage-drivers/sqlite.js";

async function idOf(path) {
  const driver = sqliteDriver({ path });
  const [record] = await driver.atomic.getMany([{ partition: "store", key: "identity" }]);
  await driver.dispose();
  return record.value.id;
}

process.on("message", (path) => {
  void idOf(path)
    .catch(String)
    .then((answer) => process.send(answer));
});
