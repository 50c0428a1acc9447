import { eventually } from '@strand/platform/testing/eventually'
import { expect, test } from 'vitest'
import { openStaff, password } from '../../testing/test-staff.ts'
import { enrolTotp } from '../../testing/totp-app.ts'
import { accountCommand } from './command.ts'

test('the shop’s operator can remove the second factors of someone who has lost them', async () => {
  const staff = await openStaff()
  const { pool, call, clock } = staff
  const [ada, bola] = [await staff.person('auditor'), await staff.person('auditor')]
  const sessions = [await staff.signIn(ada), await staff.signIn(bola)] as const
  for (const session of sessions) await enrolTotp(staff, session)

  const told = await accountCommand(
    pool,
    ['reset-second-factor', ada.email.toUpperCase()],
    clock.now,
  )
  expect(told).toContain(ada.email)
  const list = (token: string) => call('GET', '/api/admin/sessions', undefined, token)
  expect((await list(sessions[0].accessToken)).status).toBe(401)
  expect((await list(sessions[1].accessToken)).status).toBe(200)
  const login = async (email: string) =>
    (await call('POST', '/api/login', { email, password })).body
  expect(await login(ada.email)).toHaveProperty('accessToken')
  expect(await login(bola.email)).toHaveProperty('secondFactor')
  await eventually(
    () => staff.eventsOf(ada.userId),
    (events) => events.includes('UserSecondFactorReset'),
  )
})

test('an unknown address and a wrong command are refused with a one-sentence message', async () => {
  const { pool, clock } = await openStaff()
  const run = (...args: string[]) => accountCommand(pool, args, clock.now)
  await expect(run('reset-second-factor', 'nobody@strand.example')).rejects.toThrow(
    'No account has the address nobody@strand.example.',
  )
  for (const args of [[], ['reset-second-factor'], ['erase', 'a@strand.example']])
    await expect(run(...args)).rejects.toThrow('Usage: npm run account')
})
