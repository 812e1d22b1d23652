/**
 * Identity that uses the accounts of the host's database. Postern calls it for every request with a key, so a disabled account is
 * rejected from the next request on.
 *
 * @returns {import("postern").Identity}
 */
export function databaseIdentity(database) {
  const find = database.prepare("SELECT * FROM accounts WHERE id = ? AND site_id = ?");
  return {
    findMember: async (userId, { id }) => {
      const account = find.get(userId, id);
      if (account === undefined) return null;
      return {
        status: account.is_disabled === 0 ? "active" : "disabled",
        permissions: account.is_editor === 1 ? ["posts:read", "knowledge:write"] : ["posts:read"],
      };
    },
  };
}
