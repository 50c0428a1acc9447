/**
 * For the environment of a process that a test starts with one of its own: where Node keeps what it has
 * compiled (`vitest.config.ts`). Otherwise each start strips the types of the whole product again.
 */
export const compiled: Record<string, string> = {
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
}
