import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { isApiDocs, isApiPath } from './guard.ts'
import { commonHeaders, pageHeaders, strictTransport } from './page-headers.ts'

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with fastify's own
  interface FastifyReply {
    /**
     * The nonce for this page's `<style>` elements, which the page gives to PrimeReact. Empty on
     * /api.
     */
    styleNonce: string
  }
}

/** API responses are never pages: they may load nothing, and nothing may cache them. */
const apiHeaders = {
  ...commonHeaders,
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
}

/** @param secure whether browsers reach us over TLS, so that we can tell them to insist on TLS */
export const securityHeaders = (app: FastifyInstance, secure: boolean) => {
  app.decorateReply('styleNonce', '')
  app.addHook('onRequest', async (request, reply) => {
    if (secure) reply.header('Strict-Transport-Security', strictTransport)
    const isDocs = isApiDocs(request.url)
    if (isApiPath(request.url) && !isDocs) {
      reply.headers(apiHeaders)
      return
    }
    reply.styleNonce = randomBytes(16).toString('base64')
    reply.headers(pageHeaders(reply.styleNonce, isDocs))
  })
}
