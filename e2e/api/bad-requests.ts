import type { ApiDocument } from '../testing/openapi.ts'
import { type Actor, callersOf } from './access-table.ts'
import type { BadValue } from './bad-values.ts'
import type { Examples } from './example-requests.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
/** The place of a bad value: the path, the query, a header, or the body at some depth. */
type FieldLocation =
  | { in: 'path' | 'query' | 'header' | 'get-body'; name: string }
  | { in: 'body'; path: (string | number)[] }
  | { in: 'multipart'; name: 'name' | 'filename' | 'type' | 'content' }
export type InjectionPoint = { method: Method; path: string; spot: FieldLocation; actor: Actor }
export type BadRequest = {
  method: Method
  url: string
  headers: Record<string, string>
  payload?: string
}

/** The paths to all nodes of a value, with the first entry of each list only. */
const nodesOf = (value: unknown, path: (string | number)[] = []): (string | number)[][] => {
  if (Array.isArray(value)) return [path, ...nodesOf(value[0], [...path, 0])]
  if (typeof value !== 'object' || value === null) return [path]
  return [
    path,
    ...Object.entries(value).flatMap(([name, inner]) => nodesOf(inner, [...path, name])),
    [...path, '__proto__'],
    [...path, 'unknownField'],
  ]
}

const headers = ['x-min-position', 'authorization', 'content-type', 'accept', 'cookie']
const headersOf = (path: string) => {
  if (path === '/api/create-order') return [...headers, 'idempotency-key']
  return path === '/api/admin/live' ? [...headers, 'last-event-id'] : headers
}
const multipartParts = ['name', 'filename', 'type', 'content'] as const

const isUpload = (path: string) =>
  ['/api/uploads', '/api/admin/product-pictures', '/api/admin/bank-statements/preview'].includes(
    path,
  )

/** Every place for a bad value in the document, once for each actor that may make the call. */
export const injectionPoints = (document: ApiDocument, examples: Examples): InjectionPoint[] =>
  Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([lower, operation]) => {
      const method = lower.toUpperCase() as Method
      const queries = operation.parameters?.filter((one) => one.in === 'query') ?? []
      const spots: FieldLocation[] = [
        ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({ in: 'path' as const, name })),
        ...[...queries, { name: '__proto__' }].flatMap(({ name }) => [
          { in: 'query' as const, name },
          ...(method === 'GET' ? [{ in: 'get-body' as const, name }] : []),
        ]),
        ...headersOf(path).map((name) => ({ in: 'header' as const, name })),
        ...(isUpload(path) ? multipartParts : []).map((name) => ({
          in: 'multipart' as const,
          name,
        })),
        ...(operation.requestBody?.content?.['application/json']
          ? nodesOf(examples.bodyFor(method, path)).map((at) => ({ in: 'body' as const, path: at }))
          : []),
      ]
      const callers = callersOf(operation.operationId) ?? []
      return spots.flatMap((spot) => callers.map((actor) => ({ method, path, spot, actor })))
    }),
  )

const jsonWith = (value: unknown, [first, ...rest]: (string | number)[], json: string): string => {
  if (first === undefined) return json
  if (Array.isArray(value))
    return `[${[jsonWith(value[0], rest, json), ...value.slice(1).map((one) => JSON.stringify(one))]}]`
  const others = Object.entries(value as object).filter(([name]) => name !== first)
  const inner = Object.hasOwn(value as object, first) ? (value as never)[first] : undefined
  return `{${[
    ...others.map(([name, one]) => `${JSON.stringify(name)}:${JSON.stringify(one)}`),
    `${JSON.stringify(first)}:${jsonWith(inner, rest, json)}`,
  ]}}`
}

/** The part of a text that an HTTP header can carry. */
const inHeader = (text: string) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '').slice(0, 8_000)
/** Keeps percent signs in the value. */
const inAddress = (text: string) =>
  text.includes('%')
    ? encodeURI(text.toWellFormed()).replaceAll('%25', '%')
    : encodeURIComponent(text.toWellFormed())

const multipart = (name: string, text: string) => {
  const part = {
    name: 'file',
    filename: 'receipt.pdf',
    type: 'application/pdf',
    content: '%PDF-1.4',
  }
  const { filename, type, content, ...named } = { ...part, [name]: text.toWellFormed() }
  const head = `Content-Disposition: form-data; name="${named.name}"; filename="${filename}"`
  return `--b0undary\r\n${head}\r\nContent-Type: ${type}\r\n\r\n${content}\r\n--b0undary--\r\n`
}

export const badRequestAt = (
  place: InjectionPoint,
  value: BadValue,
  examples: Examples,
): BadRequest => {
  const { method, path, spot, actor } = place
  const token = examples.tokens[actor]
  const sent: BadRequest = {
    method,
    url: '',
    headers: token ? { authorization: `Bearer ${token}` } : {},
  }
  const id = spot.in === 'path' ? inAddress(value.text) : encodeURIComponent(examples.idFor(path))
  sent.url = path.replace(/\{\w+\}/g, () => id)
  const query = new URLSearchParams(examples.queryFor(path) as Record<string, string>)
  if (spot.in === 'query') query.delete(spot.name)
  sent.url += `?${query}${spot.in === 'query' ? `&${spot.name}=${inAddress(value.text)}` : ''}`

  const example = examples.bodyFor(method, path)
  if (isUpload(path)) {
    sent.headers['content-type'] = 'multipart/form-data; boundary=b0undary'
    sent.payload = multipart(spot.in === 'multipart' ? spot.name : '', value.text)
  } else if (example !== undefined || spot.in === 'get-body') {
    sent.headers['content-type'] = 'application/json'
    sent.payload =
      spot.in === 'get-body'
        ? `{${JSON.stringify(spot.name)}:${value.json}}`
        : jsonWith(
            example,
            spot.in === 'body' ? spot.path : [],
            spot.in === 'body' ? value.json : JSON.stringify(example),
          )
  }
  if (spot.in === 'header') sent.headers[spot.name] = inHeader(value.text)
  return sent
}
