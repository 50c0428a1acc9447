import { randomBytes } from 'node:crypto'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { isApiDocs, isApiPath } from './http-guard.ts'

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with fastify's own
  interface FastifyReply {
    /** For `<style>` elements of this one page; a page hands it to PrimeReact. Empty on /api. */
    styleNonce: string
  }
}

const permissions =
  'accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()'

/** Nobody renders an API answer: nothing may load from it, and nobody keeps it. */
const apiHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': permissions,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}

const strictTransport = { maxAge: 31_536_000, includeSubDomains: false }

/** The policy of a page: own scripts alone, and own styles or ones with the page's nonce. */
const pagePolicy = (nonce: string, isDocs: boolean) => ({
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", `'nonce-${nonce}'`],
    // The pages about the API set style attributes; they show nothing that a user has written.
    ...(isDocs ? { styleSrcAttr: ["'unsafe-inline'"] } : {}),
    fontSrc: ["'self'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    connectSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
})

/** @param secure whether browsers reach us by TLS, so that they may be told to insist on it */
export const securityHeaders = async (app: FastifyInstance, secure: boolean) => {
  await app.register(helmet, {
    global: false,
    strictTransportSecurity: secure ? strictTransport : false,
    // Mailed tokens stand in addresses of pages.
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  })
  app.decorateReply('styleNonce', '')
  app.addHook('onRequest', async (request, reply) => {
    const isDocs = isApiDocs(request.url)
    if (isApiPath(request.url) && !isDocs) {
      reply.headers(apiHeaders)
      if (secure) reply.header('Strict-Transport-Security', `max-age=${strictTransport.maxAge}`)
      return
    }
    reply.styleNonce = randomBytes(16).toString('base64')
    reply.helmet({ contentSecurityPolicy: pagePolicy(reply.styleNonce, isDocs) })
    reply.header('Permissions-Policy', permissions)
  })
}
