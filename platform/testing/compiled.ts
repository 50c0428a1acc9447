/**
 * The environment of processes that tests start: it names Node's cache of compiled code
 * (`tools/node24.mjs`). Without this cache, each start would strip the types of all code again.
 */
export const compiled: Record<string, string> = {
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
}
