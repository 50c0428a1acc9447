import { gunzipSync } from 'node:zlib'
import { silentLog } from '@strand/event-sourcing/log'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { registerApiDocs } from './api-docs.ts'
import { createHttpServer } from './server.ts'

test('the API documentation is made from the schemas, and says who may call what', async () => {
  const app = await createHttpServer({ log: silentLog, authenticate: async () => null })
  await registerApiDocs(app, { title: 'Shop' })
  app.put(
    '/api/things/:id',
    {
      config: { access: { permission: 'things.manage' } },
      schema: {
        params: z.object({ id: z.string() }),
        body: z.object({ name: z.string().max(20) }),
        response: { 200: z.object({ name: z.string() }), 204: z.undefined() },
      },
    },
    async (request) => ({ name: request.body.name }),
  )
  app.get('/page', async () => 'not of the API')

  const document = (await app.inject('/api/docs/json')).json()
  expect(document.info.version).toMatch(/^\d+\.\d+\.\d+$/)
  expect(Object.keys(document.paths)).toEqual(['/api/things/{id}'])
  const operation = document.paths['/api/things/{id}'].put
  expect(operation.description).toBe('Staff whose role has `things.manage`.')
  expect(operation.security).toEqual([{ session: [] }])
  expect(operation.requestBody.content['application/json'].schema).toMatchObject({
    properties: { name: { type: 'string', maxLength: 20 } },
    required: ['name'],
  })
  expect(Object.keys(operation.responses)).toEqual(['200', '204', '4XX', 'default'])

  for (const format of ['json', 'yaml']) {
    const url = `/api/docs/${format}`
    const plain = await app.inject(url)
    const zipped = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(zipped.headers['content-type']).toBe(plain.headers['content-type'])
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body)
  }

  expect(parse((await app.inject('/api/docs/yaml')).body)).toEqual(document)

  const page = await app.inject('/api/docs')
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-security-policy']).toContain("script-src 'self';")
})

test('the description is made once, and an address can read it only so often per minute', async () => {
  const app = await createHttpServer({ log: silentLog, authenticate: async () => null })
  await registerApiDocs(app, { title: 'Shop' })
  await app.ready()
  let made = 0
  const { swagger } = app
  app.swagger = (() => {
    made += 1
    return swagger()
  }) as typeof swagger
  const statuses = new Map<number, number>()
  for (let asked = 0; asked < 130; asked++) {
    const { statusCode } = await app.inject(`/api/docs/${asked % 2 ? 'json' : 'yaml'}`)
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
  }
  expect(made).toBe(1)
  expect([...statuses]).toEqual([
    [200, 120],
    [429, 10],
  ])
})
