import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createJsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { type Access, apiDocsPath } from './guard.ts'
import type { HttpServer } from './server.ts'
import { yamlOf } from './yaml.ts'

const transform = createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } })

const { version } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { version: string }

const text = { type: 'string' }

/** The error body of `errors.ts`, which any route may return. */
const errorSchema = {
  type: 'object',
  required: ['isSuccessful', 'statusCode', 'error', 'message', 'responseMessage'],
  properties: {
    isSuccessful: { type: 'boolean', const: false },
    statusCode: { type: 'integer' },
    error: text,
    message: text,
    responseMessage: text,
    details: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: text, message: text },
      },
    },
  },
}

const errorResponses = {
  '4XX': { description: 'The request was refused', ...errorSchema },
  default: { description: 'The server failed', ...errorSchema },
}

/** The optional header of signed-in people's commands; `idempotency-key.ts` validates it. */
const commandHeaders = {
  type: 'object',
  properties: {
    'Idempotency-Key': {
      ...text,
      pattern: '^[\\x20-\\x7e]{1,255}$',
      description:
        'Identifies this command: if it is sent again with the same key, it gets the first answer.',
    },
  },
}

/** The optional header of calls that use up something that works only once, such as a token. */
const onceHeaders = {
  type: 'object',
  properties: {
    'Idempotency-Key': {
      ...text,
      pattern: '^[\\x20-\\x7e]{1,255}$',
      description:
        'A random key of 20 characters or more. If the answer is lost, the same call with the same key gets it again within 20 minutes.',
    },
  },
}

const headersOf = (method: string | string[], isOpen: boolean, once: boolean) => {
  if (once) return { headers: onceHeaders }
  return isOpen || method === 'GET' ? {} : { headers: commandHeaders }
}

const accessDescription = (access: Access | undefined) => {
  if (access === undefined || access === 'public') return 'Anyone.'
  if (access === 'session') return 'Anyone who holds the tokens of a session.'
  if (access === 'signed-in') return 'Anyone who is signed in, for their own account.'
  return `Staff whose role has \`${access.permission}\`.`
}

/** Adds to a route's successful response the streams that it may return instead of JSON. */
const withStreams = (response: Record<string, unknown>, streams: string[]) => {
  if (streams.length === 0) return response
  const described = Object.entries({ 'application/json': response[200] })
    .filter(([, schema]) => schema !== undefined)
    .map(([type, schema]) => [type, { schema }])
  const streamed = streams.map((type) => [type, { schema: text }])
  const content = Object.fromEntries([...described, ...streamed])
  return { ...response, 200: { description: 'A stream, or JSON where described', content } }
}

/**
 * Serves OpenAPI for every route, made from the zod schemas that validate it: as pages at
 * `/api/docs`, and as JSON at `/api/docs/json`. Call it first: it sees only routes that are
 * registered later.
 *
 * @param options.path another path below `/api/docs`, for a service that shares the address
 */
export const registerApiDocs = async (
  app: HttpServer,
  options: { title: string; description?: string; path?: string },
) => {
  const { path = apiDocsPath, ...described } = options
  const info = { ...described, version, license: { name: 'MIT', identifier: 'MIT' } }
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info,
      servers: [{ url: '/', description: 'The shop that serves this page' }],
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
    },
    transform: (document) => {
      const { schema, url } = transform(document)
      const { access, streams = [], once = false } = document.route.config ?? {}
      const response = (schema?.response ?? {}) as Record<string, unknown>
      const isOpen = access === undefined || access === 'public' || access === 'session'
      return {
        url,
        schema: {
          ...schema,
          ...headersOf(document.route.method, isOpen, once),
          response: { ...withStreams(response, streams), ...errorResponses },
          ...(url.startsWith('/api') && !url.startsWith(apiDocsPath) ? {} : { hide: true }),
          description: [schema?.description, accessDescription(access)]
            .filter(Boolean)
            .join('\n\n'),
          security: isOpen ? [] : [{ session: [] }],
        },
      }
    },
    transformObject: jsonSchemaTransformObject,
  })
  await app.register(swaggerUi, {
    routePrefix: path,
    uiConfig: { docExpansion: 'list', layout: 'BaseLayout', persistAuthorization: false },
    uiHooks: { onRequest: sendDescription(app) },
  })
}

type Description = { type: string; text: Buffer; zipped: Buffer }

const zip = promisify(gzip)

/**
 * Serves the descriptions in place of the plugin. For each request, the plugin would serialize a
 * megabyte of text, clone it and compress it, and its YAML takes half a second.
 */
const sendDescription = (app: HttpServer) => {
  let document: string | undefined
  const made = new Map<string, Promise<Description>>()
  const make = async (format: string): Promise<Description> => {
    document ??= JSON.stringify(app.swagger())
    const [type, written] =
      format === 'json'
        ? ['application/json; charset=utf-8', document]
        : ['application/x-yaml', yamlOf(JSON.parse(document))]
    const text = Buffer.from(written)
    return { type, text, zipped: await zip(text) }
  }
  const describe = (format: string): Promise<Description> => {
    const known = made.get(format) ?? make(format)
    made.set(format, known)
    return known
  }
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const [, format] = /\/(json|yaml)$/.exec(request.routeOptions.url ?? '') ?? []
    if (!format) return
    const { type, text, zipped } = await describe(format)
    reply.headers({ 'Content-Type': type, Vary: 'Accept-Encoding' })
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(text)
    return reply.header('Content-Encoding', 'gzip').send(zipped)
  }
}
