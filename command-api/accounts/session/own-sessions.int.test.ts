import { expect, test } from 'vitest'
import { openStaff } from '../../testing/test-staff.ts'

const path = '/api/admin/sessions'

test('S8.11 people see their sessions on all devices and end them one by one or all', async () => {
  const staff = await openStaff()
  const [ada, bola] = [await staff.person('auditor'), await staff.person('auditor')]
  const here = await staff.signIn(ada)
  const there = await staff.signIn(ada)
  const elsewhere = await staff.signIn(ada)
  const other = await staff.signIn(bola)
  const list = async (token: string) =>
    (await staff.call('GET', path, undefined, token)).body.result
  const idOf = async (token: string): Promise<string> =>
    (await list(token)).find(({ current }: { current: boolean }) => current).sessionid
  const end = (url: string) => staff.call('DELETE', url, undefined, here.accessToken)

  expect(await list(here.accessToken)).toHaveLength(3)
  expect((await list(here.accessToken))[0]).toMatchObject({ current: true })
  expect((await end(`${path}/${await idOf(other.accessToken)}`)).status).toBe(404)
  expect((await end(`${path}/nothing`)).status).toBe(404)
  const thereId = await idOf(there.accessToken)
  expect((await end(`${path}/${thereId}`)).status).toBe(200)
  expect((await staff.call('GET', path, undefined, there.accessToken)).status).toBe(401)
  expect((await end(`${path}/${thereId}`)).status).toBe(404)
  expect((await end(path)).status).toBe(200)
  expect((await staff.call('GET', path, undefined, elsewhere.accessToken)).status).toBe(401)
  const { email, refreshToken } = elsewhere
  expect((await staff.call('POST', '/api/refresh-token', { email, refreshToken })).status).toBe(401)
  expect(await list(here.accessToken)).toHaveLength(1)
  expect(await list(other.accessToken)).toHaveLength(1)
  expect((await end(path)).status).toBe(404)
  expect((await staff.eventsOf(ada.userId)).slice(-2)).toEqual([
    'UserSessionsEnded',
    'UserSessionsEnded',
  ])
})

test('a session is named after its browser and system, and no more of the header is kept', async () => {
  const staff = await openStaff()
  const { email, password } = await staff.person('auditor')
  for (const agent of [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0',
    'curl/8 <script>',
  ])
    await staff.app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { email, password },
      headers: { 'user-agent': agent },
    })
  const { rows } = await staff.pool.query('select device from session order by device')
  expect(rows.map(({ device }) => device)).toEqual([
    'Chrome on Android',
    'Edge on Windows',
    'Unknown browser',
  ])
})
