/** Builds and saves the index of "acme" in the LMDB store of its first argument, as often as the third says. The second is the time. */
import { argv, exit, kill, pid, stdout } from "node:process";
import { createPublicApi } from "../../../dist/lib/mod.js";
import { lmdbDriver } from "../../../dist/storage-drivers/lmdb.js";

const [, , path, time, times, commits = "Infinity"] = argv;
const clock = { now: () => Number(time) };
let left = Number(commits);
const driver = lmdbDriver({ path, clock });
const { atomic } = driver;
const commit = async (partition, changes) => {
  const keys = [...(changes.sets ?? []).map(({ key }) => key), ...(changes.deletes ?? [])];
  // Kills the process in place of a commit.
  if (keys.some((key) => key.startsWith("search-")) && --left < 0) kill(pid, "SIGKILL");
  return atomic.commit(partition, changes);
};
const storage = {
  ...driver,
  atomic: new Proxy(atomic, {
    get: (target, name) => {
      if (name === "commit") return commit;
      const member = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  }),
};

const api = createPublicApi({ storage, clock });
let saved = 0;
for (let edit = 0; edit < Number(times); edit++) {
  await api.posts.put("acme", { name: `Edit of ${pid}`, slug: `edit-${pid}`, html: `<p>edit ${edit}</p>` });
  try {
    await api.searchIndexes.rebuild("acme");
    saved++;
  } catch (error) {
    if (!error.message.includes("other processes save it")) throw error;
  }
}
await api.events.settle();
await driver.dispose();
stdout.write(`saved ${saved}\n`);
exit(0);
