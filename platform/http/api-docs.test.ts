import { expect, test } from 'vitest'
import { z } from 'zod'
import { silentLog } from '../log.ts'
import { registerApiDocs } from './api-docs.ts'
import { createHttpServer } from './server.ts'

test('the pages about the API are made from the schemas, and say who may call what', async () => {
  const app = await createHttpServer({ log: silentLog, authenticate: async () => null })
  await registerApiDocs(app, { title: 'Shop', version: '1' })
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
  expect(Object.keys(document.paths)).toEqual(['/api/things/{id}'])
  const operation = document.paths['/api/things/{id}'].put
  expect(operation.description).toBe('Staff whose role has `things.manage`.')
  expect(operation.security).toEqual([{ session: [] }])
  expect(operation.requestBody.content['application/json'].schema).toMatchObject({
    properties: { name: { type: 'string', maxLength: 20 } },
    required: ['name'],
  })
  expect(Object.keys(operation.responses)).toEqual(['200', '204', '4XX', 'default'])

  const page = await app.inject('/api/docs')
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-security-policy']).toContain("script-src 'self';")
})
