// Creates a user for each received address, and sends the user's id or the name of the error.
import { createPublicApi } from "../../dist/lib/mod.js";
import { openStorageDriver } from "../../dist/storage-drivers/open_storage_driver.js";

const [setting] = process.argv.slice(2);
const storage = await openStorageDriver(setting);
const { users } = createPublicApi({ storage, deployment: "host" });

process.on("message", (email) => {
  users.create({ name: "Ada", email }).then(
    ({ id }) => process.send({ id }),
    ({ name }) => process.send({ error: name }),
  );
});
process.on("disconnect", () => void storage.dispose());
process.send("ready");
