import fastifyCompress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** An answer of fewer bytes fits into one packet without compression. */
const threshold = 1_024

/**
 * Compresses the answers of public GET routes. Other answers contain secrets. If these were
 * compressed together with a stranger's text, the length of the result would reveal something about
 * the secrets (the BREACH attack).
 */
export const compressPublicAnswers = async (app: FastifyInstance): Promise<void> => {
  // Must come before the plugin's own hook, which reads `compress`.
  app.addHook('onRoute', (route) => {
    const methods = [route.method].flat()
    if (route.config?.access === 'public' && methods.includes('GET'))
      route.compress ??= { threshold }
  })
  await app.register(fastifyCompress, { global: false, globalDecompression: false })
}
