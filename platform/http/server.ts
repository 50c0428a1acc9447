import { randomUUID } from 'node:crypto'
import { unavailable } from '@strand/event-sourcing/errors'
import type { Log } from '@strand/event-sourcing/log'
import type { Tracing } from '@strand/event-sourcing/tracing'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify'
import {
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import type { Metrics } from '../metrics/metrics.ts'
import { type openActivity, watchActivity } from './activity.ts'
import { acceptJsonOnly, bodyLimit } from './body.ts'
import { nameClaimants } from './claimant.ts'
import { compressPublicAnswers } from './compression.ts'
import {
  answerError,
  answerMalformedRequest,
  answerNotFound,
  type GeneralTexts,
  neutralTexts,
} from './errors.ts'
import { guardRoutes, isApiPath, openApiDocsToAll } from './guard.ts'
import { type WaitForPosition, waitForEffects, waitForWrites } from './positions.ts'
import type { Principal } from './principal.ts'
import { limitRoutes } from './rate-limits.ts'
import { measureRequests } from './request-metrics.ts'
import { traceRequests } from './request-tracing.ts'
import { securityHeaders } from './security-headers.ts'
import { logSecurityEvents } from './security-log.ts'

export { registerHealth } from './health.ts'
export { withPosition } from './positions.ts'

export type HttpServer = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

export type HttpServerOptions = {
  log: Log
  /** Finds the owner of a bearer token; null if the token is invalid or expired. */
  authenticate: (token: string) => Promise<Principal | null>
  /** The bearer tokens of programs, by the name in a route's access. */
  programTokens?: Record<string, string | undefined>
  /**
   * False only for load tests: ignores `config.limit`, and networks do not take turns. Default
   * true.
   */
  rateLimits?: boolean
  /**
   * Addresses or networks of reverse proxies; only their `X-Forwarded-For` is trusted. Default:
   * none.
   */
  trustedProxies?: string[]
  /** The origin that browsers use. For `https:`, browsers are told to insist on TLS. */
  publicUrl?: string
  /**
   * For routes with `config.readModels` or `config.takesEffectIn`; without it, they do not wait.
   */
  waitForPosition?: WaitForPosition
  /** How many seconds a JSON body may take to arrive. Default 20. */
  bodyTimeoutSeconds?: number
  metrics?: Metrics
  activity?: ReturnType<typeof openActivity>
  tracing?: Tracing | undefined
  /** Texts for errors without a more specific one. Default: neutral ones. */
  texts?: GeneralTexts
  /** How to reach the shop, for customers who must come back later. */
  contact?: string | undefined
  /** Answers unknown paths outside /api, for example with a page of the web app. */
  notFound?: (request: FastifyRequest, reply: FastifyReply) => unknown
}

/**
 * A fastify server with zod schemas and everything that routes share: errors, headers, limits and
 * the guard. A route under /api must say in `config.access` who may call it; otherwise, the server
 * does not start.
 *
 * A handler has 30 s. A route that streams or accepts a large body sets its own `handlerTimeout`,
 * in milliseconds.
 */
export const createHttpServer = async (options: HttpServerOptions): Promise<HttpServer> => {
  const { texts = neutralTexts, contact } = options
  const told = { ...texts, contact }
  const app: HttpServer = Fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    // fastify's own log lines contain addresses, and these can contain mailed tokens; see
    // `logRequests`.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit,
    // On a busy machine, a plugin may take longer to load than fastify's default of 10 s.
    pluginTimeout: 120_000,
    // A body of 20 MB takes minutes on a slow connection. An idle socket closes after one minute.
    requestTimeout: 300_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    handlerTimeout: 30_000,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
    forceCloseConnections: 'idle',
    // fastify's own answer lacks Retry-After; see `refuseWhileClosing`.
    return503OnClosing: false,
    trustProxy: options.trustedProxies?.length ? options.trustedProxies : false,
    routerOptions: { maxParamLength: 300 },
    clientErrorHandler: answerMalformedRequest,
    frameworkErrors: (error, request, reply) => {
      answerError(error, request, reply, told)
    },
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, told))
  app.setNotFoundHandler((request, reply) =>
    options.notFound && !isApiPath(request.url)
      ? options.notFound(request, reply)
      : answerNotFound(request, reply),
  )
  if (options.activity) watchActivity(app, options.activity)
  if (options.tracing) traceRequests(app, options.tracing)
  securityHeaders(app, options.publicUrl?.startsWith('https:') ?? false)
  refuseWhileClosing(app)
  nameClaimants(app, options.rateLimits !== false)
  openApiDocsToAll(app)
  if (options.rateLimits !== false) await limitRoutes(app, options.contact)
  await compressPublicAnswers(app)
  const { authenticate, programTokens } = options
  guardRoutes(app, { authenticate, programTokens, forbidden: texts.forbidden })
  if (options.waitForPosition) {
    waitForWrites(app, options.waitForPosition)
    waitForEffects(app, options.waitForPosition)
  }
  acceptJsonOnly(app, options.bodyTimeoutSeconds)
  closeUsedConnections(app)
  logRequests(app)
  logSecurityEvents(app, options.metrics)
  if (options.metrics) measureRequests(app, options.metrics)
  return app
}

/**
 * The successful response of a command.
 *
 * @param extra the fields that the specification adds for this command
 */
export const successBody = <Extra extends object>(message: string, extra?: Extra) => ({
  isSuccessful: true as const,
  message,
  responseMessage: message,
  ...(extra as Extra),
})

/**
 * Refuses calls while the server closes: they still arrive on existing connections, and on new ones
 * until it stops listening. Tells clients to come back, because another process will answer then.
 */
const refuseWhileClosing = (app: HttpServer) => {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onRequest', async () => {
    if (isClosing) throw unavailable('The shop')
  })
}

/**
 * Ends each connection after its last response while the server closes. Otherwise, a connection
 * that was in use would stay open for another `keepAliveTimeout`, and delay the close.
 */
const closeUsedConnections = (app: HttpServer) => {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onResponse', async () => {
    if (isClosing) app.server.closeIdleConnections()
  })
}

/** Logs the route's pattern, never the address, which may contain ids and mailed tokens. */
const logRequests = (app: HttpServer) => {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })
}
