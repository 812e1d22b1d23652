import { api } from "../content_api.js";

/** Reads from the public API, without a network. Returns null for 404. */
export async function read(path) {
  const response = await api.fetch(new Request(`http://localhost/api/public/v1/${path}`));
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`Cannot read ${path}: ${await response.text()}`);
  return response.json();
}
