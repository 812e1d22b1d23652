/** Path of the public API below its base path. */
export const publicApiRoot = "/api/public/v1";
