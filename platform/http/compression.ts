import fastifyCompress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Answers of fewer bytes fit into one packet without compression. */
const threshold = 1_024

/**
 * Compresses answers of public GET routes. Answers to signed-in people are not compressed: their
 * content is secret, and if compressed together with a stranger's text, its length would reveal
 * something about it (BREACH).
 */
export const compressPublicAnswers = async (app: FastifyInstance): Promise<void> => {
  // Must run before the plugin's own hook, which reads `compress`.
  app.addHook('onRoute', (route) => {
    const methods = [route.method].flat()
    if (route.config?.access === 'public' && methods.includes('GET'))
      route.compress ??= { threshold }
  })
  await app.register(fastifyCompress, { global: false, globalDecompression: false })
}
