import { createRequire } from 'node:module'
import type { ValidateFunction } from 'ajv'

// ajv and ajv-formats are CommonJS: under Node's own loader, their types do not match their
// exports.
const require = createRequire(import.meta.url)
const { Ajv2020 } = require('ajv/dist/2020') as typeof import('ajv/dist/2020.js')
const addFormats = require('ajv-formats') as typeof import('ajv-formats').default

type Schema = Record<string, unknown>
type Media = { schema?: Schema }
type Operation = {
  operationId: string
  description?: string
  responses?: Record<string, { content?: Record<string, Media> }>
  requestBody?: { content?: Record<string, Media> }
  parameters?: { name: string; in: string }[]
}
export type ApiDocument = { openapi: string; paths: Record<string, Record<string, Operation>> }

const patternOf = (path: string) =>
  new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`)

/**
 * Checks answers against the document that `/api/docs/json` returns: each must be described for its
 * route and status, and match that description. Of several matching paths, such as `/orders/status`
 * and `/orders/{id}`, the one with fewer parameters counts, because it comes first.
 */
export const responseValidator = (document: ApiDocument) => {
  const ajv = addFormats(new Ajv2020({ strict: false, allErrors: true }))
  const compiled = new Map<string, ValidateFunction>()
  const paths = Object.keys(document.paths)
    .sort((a, b) => a.split('{').length - b.split('{').length)
    .map((path) => ({ path, pattern: patternOf(path) }))

  /** Returns the answer's error in words; null if it has none. */
  return (method: string, url: string, status: number, type: string, body: unknown) => {
    const pathname = url.split('?')[0] ?? ''
    const path = paths.find(
      ({ path, pattern }) =>
        pattern.test(pathname) && document.paths[path]?.[method.toLowerCase()] !== undefined,
    )?.path
    if (path === undefined) return status === 404 ? null : `${method} ${pathname} is not described`
    const responses = document.paths[path]?.[method.toLowerCase()]?.responses ?? {}
    const range = status >= 500 ? 'default' : status >= 400 ? '4XX' : null
    const key = responses[status] ? String(status) : range
    const route = `${method} ${path} ${status}`
    if (key === null) return `${route} is not described`
    const mediaType = type.split(';')[0]?.trim() ?? ''
    if (status === 204 || status === 302) return null
    const schema = responses[key]?.content?.[mediaType]?.schema
    if (!schema) return `${route} is not described as ${mediaType}`
    if (mediaType !== 'application/json') return null
    let validate = compiled.get(`${method} ${path} ${key}`)
    if (!validate) {
      validate = ajv.compile(schema)
      compiled.set(`${method} ${path} ${key}`, validate)
    }
    if (validate(body)) return null
    return `${route}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(body).slice(0, 600)}`
  }
}
