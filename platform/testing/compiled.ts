/**
 * The environment of a process that a test starts: where Node caches compiled code
 * (`vitest.config.ts`). Without it, each start would strip the types of all code again.
 */
export const compiled: Record<string, string> = {
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
}
