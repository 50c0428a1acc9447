import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiDocument, responseValidator } from '../testing/openapi.ts'
import { startTestShop } from '../testing/test-shop.ts'
import { endpointsByRoute, routeKey } from './access-table.ts'

let shop: Awaited<ReturnType<typeof startTestShop>>
let document: ApiDocument
beforeAll(async () => {
  shop = await startTestShop()
  document = (await (await fetch(`${shop.address}/api/docs/json`)).json()) as ApiDocument
})
afterAll(() => shop.close())

const described = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      key: routeKey(method.toUpperCase(), path),
      operation,
    })),
  )

/** Routes whose only successful response is a stream, with its media types. */
const streamsAlone: Record<string, string[]> = {
  'GET /api/admin/views/:x/export': ['text/csv'],
  'GET /api/admin/live': ['text/event-stream'],
  'GET /api/product-pictures/:x': ['image/avif', 'image/webp'],
  'GET /api/audit/log/checkpoint': ['text/plain'],
  'GET /api/audit/log/key': ['text/plain'],
  'GET /api/audit/log/key-changes': ['text/plain'],
  'GET /api/audit/log/tile/:x/:x': ['application/octet-stream'],
  'GET /api/audit/log/tile/:x/:x/:x': ['application/octet-stream'],
  'GET /api/audit/log/tile/:x/:x/:x/:x': ['application/octet-stream'],
  'GET /api/audit/log/tile/entries/:x': ['application/octet-stream'],
  'GET /api/audit/log/tile/entries/:x/:x': ['application/octet-stream'],
  'GET /api/audit/log/tile/entries/:x/:x/:x': ['application/octet-stream'],
  'GET /api/audit/log/proof/:x': ['text/plain'],
  'GET /api/orders/:x/receipt': ['text/plain'],
  'GET /api/files/:x': ['application/pdf', 'image/jpeg', 'image/png'],
}
/** Routes whose 202 has a schema of its own. */
const hasAnswersOfItsOwn = [
  routeKey('PUT', '/api/admin/approve-order/:id'),
  'POST /api/admin/bank-statements',
  'POST /api/admin/bank-statements/:x/take-back',
]
/** Writes without a body, because the address contains everything. */
const withoutBody =
  /^(DELETE (?!.*second-factor).*\/(?<!delete-order\/):x|PUT \/api\/admin\/restore-\w+(-\w+)?\/:x|POST \/api\/(generate-paymentconfirmation-orderid|uploads|admin\/product-pictures|admin\/bank-statements\/preview|admin\/mails\/:x\/retry|admin\/users\/:x\/invitation|known-device\/:x|login\/oidc|audit\/log\/verifications)|DELETE .*(personal-data|lease|proposed-approval|sessions))$/

test('the document lists exactly the routes of the API', () => {
  expect(
    described()
      .map(({ key }) => key)
      .sort(),
  ).toEqual([...endpointsByRoute.keys()].sort())
})

test('every success answer except streams is described by a schema', () => {
  for (const { key, operation } of described()) {
    const { default: failure, '4XX': refusal, ...successes } = operation.responses ?? {}
    const { 202: notYet, ...others } = successes
    // A call that only starts work has no success but its 202.
    const responses = Object.keys(others).length > 0 ? others : successes
    expect([key, Object.keys(responses)]).toEqual([
      key,
      [expect.stringMatching(/^(200|201|202|204|302)$/)],
    ])
    const [status = '', answer] = Object.entries(responses)[0] ?? []
    const types = Object.keys(answer?.content ?? {}).sort()
    // A 202 has the schema of the 200, because the change is saved, although it is not in effect
    // yet. The exception is an approval, which may be a proposal only.
    if (notYet && notYet !== answer && !hasAnswersOfItsOwn.includes(key))
      expect([key, notYet.content]).toEqual([key, answer?.content])
    if (status === '204' || status === '302') expect([key, types]).toEqual([key, []])
    else if (streamsAlone[key]) expect([key, types]).toEqual([key, streamsAlone[key]])
    else {
      expect([key, types]).toContainEqual(expect.arrayContaining(['application/json']))
      const schema: { anyOf?: unknown[] } = answer?.content?.['application/json']?.schema ?? {}
      // Signing in returns tokens, or the next thing to prove.
      for (const one of schema.anyOf ?? [schema])
        expect([key, one]).toEqual([
          key,
          expect.objectContaining({ type: 'object', properties: expect.anything() }),
        ])
    }
    for (const error of [refusal, failure])
      expect([key, error?.content?.['application/json']?.schema]).toEqual([
        key,
        expect.objectContaining({ required: expect.arrayContaining(['responseMessage']) }),
      ])
  }
})

test('every body and every path parameter is described', () => {
  for (const { key, method, path, operation } of described()) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const parameters = operation.parameters?.filter((one) => one.in === 'path') ?? []
    expect([key, parameters.map(({ name }) => name)]).toEqual([key, named])
    const hasBody = operation.requestBody?.content?.['application/json']?.schema !== undefined
    if (method === 'GET') expect([key, hasBody]).toEqual([key, false])
    else expect([key, hasBody]).toEqual([key, !withoutBody.test(key)])
  }
})

test('every schema compiles, and tells wrong answers from right ones', () => {
  const check = responseValidator(document)
  for (const { key, method, path, operation } of described()) {
    if (streamsAlone[key] || operation.responses?.[204] || operation.responses?.[302]) continue
    const url = path.replace(/\{\w+\}/g, 'x')
    const status = operation.responses?.[201] ? 201 : 200
    expect([key, check(method, url, status, 'application/json', { nonsense: 1 })]).toEqual([
      key,
      expect.stringContaining(`${method} ${path} ${status}`),
    ])
  }
})
