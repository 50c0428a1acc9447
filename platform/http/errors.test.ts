import { type AddressInfo, connect } from 'node:net'
import { Rejected, UnreadableEvent } from '@strand/event-sourcing/errors'
import { openLog } from '@strand/event-sourcing/log'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { testHttpServer } from '../testing/http-server.ts'
import type { HttpServer } from './server.ts'

test('an invalid body is refused with the texts of its schema, the first one as the message', async () => {
  const app = await testHttpServer()
  const body = z.object({ name: z.string('Please enter a name!'), lines: z.array(z.int('Whole!')) })
  app.post('/api/things', { schema: { body }, config: { access: 'public' } }, async () => 'ok')
  const answer = await app.inject({
    method: 'POST',
    url: '/api/things',
    payload: { lines: [1, 0.5] },
  })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual({
    isSuccessful: false,
    statusCode: 400,
    error: 'Bad Request',
    message: 'Please enter a name!',
    responseMessage: 'Please enter a name!',
    details: [
      { path: 'name', message: 'Please enter a name!' },
      { path: 'lines.1', message: 'Whole!' },
    ],
  })
  const missing = await app.inject({ method: 'POST', url: '/api/things' })
  expect(missing.json().message).toBe('The request is invalid')
})

test('the library’s own texts about types never reach a client', async () => {
  const app = await testHttpServer()
  const schemas = [
    z.strictObject({ name: z.never().optional() }),
    z.object({ name: z.enum(['a', 'b']) }),
    z.object({ name: z.array(z.string()).max(1) }),
    z.object({ name: z.array(z.string()).min(3) }),
    z.object({ name: z.number().max(1) }),
    z.object({ name: z.number().multipleOf(7) }),
    z.object({ name: z.string().max(1) }),
    z.object({ name: z.record(z.enum(['a']), z.string()) }),
    z.strictObject({}),
  ]
  for (const [at, body] of schemas.entries()) {
    const url = `/api/things/${at}`
    app.post(url, { schema: { body }, config: { access: 'public' } }, async () => 'ok')
  }
  for (const at of schemas.keys())
    for (const name of ['long', ['a', 'b'], 5, { b: 'x' }]) {
      const payload = { name }
      const answer = await app.inject({ method: 'POST', url: `/api/things/${at}`, payload })
      if (answer.statusCode === 200) continue
      const { details } = answer.json()
      for (const { message } of details) expect(message).toBe('The request is invalid')
    }
})

test('a refusal has its own status and text; a fault on our side has only a neutral text', async () => {
  const app = await testHttpServer()
  const failures: Record<string, unknown> = {
    taken: new Rejected('conflict', 'Already taken'),
    busy: new Rejected('unavailable', 'Later', { retryAfter: 7 }),
    down: Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' }),
    newer: new UnreadableEvent('OrderPaid has version 9'),
    damaged: new UnreadableEvent('OrderPaid is odd', { cause: new Error('secret detail') }),
    bug: new Error('secret detail'),
    text: 'thrown text',
  }
  app.get('/api/fail/:how', { config: { access: 'public' } }, async (request) => {
    throw failures[(request.params as { how: string }).how]
  })
  const answer = async (how: string) => {
    const { statusCode, headers, body } = await app.inject(`/api/fail/${how}`)
    return { statusCode, retry: headers['retry-after'], message: JSON.parse(body).message, body }
  }
  expect(await answer('taken')).toMatchObject({ statusCode: 409, message: 'Already taken' })
  expect(await answer('busy')).toMatchObject({ statusCode: 503, retry: '7' })
  const down = await answer('down')
  expect(down).toMatchObject({ statusCode: 503, retry: '2' })
  expect(down.body).not.toContain('10.0.0.1')
  expect(await answer('newer')).toMatchObject({
    statusCode: 503,
    retry: '60',
    message:
      'A newer release of the shop wrote part of this, and this release cannot read it, please try again later',
  })
  expect(await answer('damaged')).toMatchObject({
    statusCode: 503,
    message:
      'This release of the shop cannot read part of this, please tell the person who runs the shop',
  })
  for (const how of ['bug', 'text'])
    expect(await answer(how)).toMatchObject({
      statusCode: 500,
      message: 'Something went wrong on our side, please try again',
    })
})

test('a missing column is logged as a fault, and only a list claims that it is being rebuilt', async () => {
  const levels: number[] = []
  const log = openLog('test', 'warn', { write: (line) => levels.push(JSON.parse(line).level) })
  const app = await testHttpServer({ log })
  const missing = new pg.DatabaseError('column "colour" does not exist', 42, 'error')
  missing.code = '42703'
  const fail = async () => {
    throw missing
  }
  app.get('/api/list', { config: { access: 'public', readModels: ['order'] } }, fail)
  app.post('/api/act', { config: { access: 'public' } }, fail)
  const list = await app.inject('/api/list')
  expect([list.statusCode, list.headers['retry-after'], list.json().message]).toEqual([
    503,
    '5',
    'This list is being rebuilt, please try again',
  ])
  const act = await app.inject({ method: 'POST', url: '/api/act' })
  expect([act.statusCode, act.json().message]).toEqual([
    503,
    'The shop cannot do this at the moment, please try again',
  ])
  expect(levels).toEqual([50, 50])
})

test('fastify’s own refusals have the same form', async () => {
  const app = await testHttpServer()
  app.post('/api/things', { config: { access: 'public' } }, async () => 'ok')
  const post = (payload: string, type?: string) =>
    app.inject({
      method: 'POST',
      url: '/api/things',
      payload,
      headers: type === undefined ? {} : { 'content-type': type },
    })
  const cases: [ReturnType<typeof post>, number][] = [
    [post('{"a":', 'application/json'), 400],
    [post('{"__proto__":{"a":1}}', 'application/json'), 400],
    [post(JSON.stringify('x'.repeat(70_000)), 'application/json'), 413],
    [post('{}', 'text/plain'), 415],
    [post('a=1', 'application/x-www-form-urlencoded'), 415],
    [post('{}', 'application/jsonx'), 415],
    [post('{}'), 415],
    [app.inject('/api/nothing'), 404],
    [app.inject('/api/%'), 400],
  ]
  for (const [pending, statusCode] of cases) {
    const answer = await pending
    expect(answer.json(), answer.body).toMatchObject({
      isSuccessful: false,
      statusCode,
      message: expect.any(String),
      responseMessage: answer.json().message,
      error: expect.any(String),
    })
    expect(answer.statusCode).toBe(statusCode)
    expect(answer.body).not.toMatch(/FST_|stack/)
  }
})

/**
 * Sends a text and returns what the server replies until it closes the connection; the client never
 * closes it.
 */
const saying = async (app: HttpServer) => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo
  return (text: string) =>
    new Promise<string>((resolve) => {
      let answer = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(text))
      socket.setEncoding('utf8').on('data', (part) => {
        answer += part
      })
      socket.on('close', () => resolve(answer)).on('error', () => {})
    })
}

test('a body without a length, with too large a length, or that never arrives ends its connection', async () => {
  const app = await testHttpServer({ bodyTimeoutSeconds: 0.1 })
  app.post('/api/things', { config: { access: 'public' } }, async () => 'ok')
  const say = await saying(app)
  const post = (headers: string, path = '/api/things') =>
    say(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n\r\n5\r\n{"a":`,
    )
  const answers = await Promise.all([
    post('Transfer-Encoding: chunked'),
    post('Content-Length: 80000000'),
    post('Content-Length: 80000000', '/api/nothing'),
    post('Content-Length: 80000000\r\nContent-Type: multipart/form-data; boundary=x'),
    post('Content-Length: 20'),
  ])
  expect(answers.map((answer) => answer.slice(0, 12))).toEqual([
    'HTTP/1.1 411',
    'HTTP/1.1 413',
    'HTTP/1.1 413',
    'HTTP/1.1 413',
    'HTTP/1.1 408',
  ])
  for (const answer of answers)
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      isSuccessful: false,
      message: expect.any(String),
    })
})

test('input that is not HTTP gets an answer of the same form', async () => {
  const app = await testHttpServer()
  const say = await saying(app)
  const garbage = await say('hello?\r\n\r\n')
  expect(garbage).toMatch(/^HTTP\/1.1 400 Bad Request/)
  expect(JSON.parse(garbage.split('\r\n\r\n')[1] ?? '')).toMatchObject({
    isSuccessful: false,
    statusCode: 400,
  })
  const long = await say(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`)
  expect(long).toMatch(/^HTTP\/1.1 431 /)
})

test('only refusals that matter to customers say when to come back and how to reach the shop', async () => {
  const app = await testHttpServer({ contact: '+2348012345678 on WhatsApp' })
  const full = new Rejected('unavailable', 'No room, please try again later', { retryAfter: 300 })
  const fail = async () => {
    throw full
  }
  app.post('/api/needed', { config: { access: 'public', neededByCustomers: true } }, fail)
  app.post('/api/other', { config: { access: 'public' } }, fail)
  const answer = async (url: string) => (await app.inject({ method: 'POST', url })).json().message
  expect(await answer('/api/needed')).toBe(
    'No room: please try again in 5 minutes, or write to the shop: +2348012345678 on WhatsApp',
  )
  expect(await answer('/api/other')).toBe('No room, please try again later')
})
