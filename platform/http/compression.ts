import fastifyCompress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Answers below this size, in bytes, fit into one packet as they are. */
const threshold = 1_024

/**
 * Compresses answers of public GET routes. An answer to somebody who is signed in stays as it is:
 * what it holds is secret, and compressed next to a stranger's text, its length would reveal
 * something about it (BREACH).
 */
export const compressPublicAnswers = async (app: FastifyInstance): Promise<void> => {
  // Before the plugin's own hook, which reads `compress`.
  app.addHook('onRoute', (route) => {
    const methods = [route.method].flat()
    if (route.config?.access === 'public' && methods.includes('GET'))
      route.compress ??= { threshold }
  })
  await app.register(fastifyCompress, { global: false, globalDecompression: false })
}
