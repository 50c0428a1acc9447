/**
 * The environment of processes that tests start: it names Node's cache of compiled code
 * (`vitest.config.ts`). Without this cache, each start would strip the types of all code again.
 */
export const compiled: Record<string, string> = {
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
}
