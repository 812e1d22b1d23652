/** An error response of JSON-RPC 2.0. */
export interface RpcError {
  jsonrpc: "2.0";
  /** Null if the id of the request is unknown. */
  id: string | number | null;
  error: { code: number; message: string; data?: object };
}
