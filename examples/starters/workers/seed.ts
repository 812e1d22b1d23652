/** Requests the content of a new store from the running server. The secret is in `.dev.vars`. */
const response = await fetch("http://localhost:3000/seed", {
  method: "POST",
  headers: { authorization: `Bearer ${process.env.SEED_SECRET}` },
});
console.log(await response.text());
process.exitCode = response.ok ? 0 : 1;
