/**
 * For the environment of a process that a test starts: where Node caches compiled code
 * (`vitest.config.ts`). Without it, each start would strip the types from the whole product again.
 */
export const compiled: Record<string, string> = {
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
}
