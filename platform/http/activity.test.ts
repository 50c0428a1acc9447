import { silentLog } from '@strand/event-sourcing/log'
import { expect, onTestFinished, test } from 'vitest'
import { openActivity } from './activity.ts'
import { createHttpServer } from './server.ts'

const openAt = () => {
  const clock = { now: 10_000 }
  return { clock, activity: openActivity({ now: () => clock.now }) }
}

test('a process is busy during a request and shortly after it, but a long-lasting request does not count', () => {
  const { clock, activity } = openAt()
  expect(activity.isBusy()).toBe(false)
  const [request, stream] = [{}, {}]
  activity.began(request)
  activity.began(stream)
  clock.now += 1_000
  expect(activity.isBusy()).toBe(true)
  activity.ended(request)
  clock.now += 5_000
  expect(activity.isBusy()).toBe(false)
  activity.ended(stream)
  expect(activity.isBusy()).toBe(true)
  clock.now += 300
  expect(activity.isBusy()).toBe(false)
})

test('listeners are told of each request when it begins, until they stop listening', () => {
  const { activity } = openAt()
  let heard = 0
  const stop = activity.onRequest(() => {
    heard += 1
  })
  activity.began({})
  activity.began({})
  stop()
  activity.began({})
  expect(heard).toBe(2)
})

test('a server reports all requests, even refused and failed ones, but no probes', async () => {
  const activity = openActivity()
  const app = await createHttpServer({
    log: silentLog,
    authenticate: async () => null,
    activity,
  })
  onTestFinished(() => app.close())
  app.get('/fails', { config: { access: 'public' } }, () => {
    throw new Error('broken')
  })
  app.get('/probe', { logLevel: 'silent', config: { access: 'public' } }, () => 'ok')
  let heard = 0
  activity.onRequest(() => {
    heard += 1
  })
  await app.inject('/probe')
  expect([heard, activity.isBusy()]).toEqual([0, false])
  for (const url of ['/fails', '/api/unknown', '/none']) await app.inject(url)
  expect([heard, activity.isBusy()]).toEqual([3, true])
})
