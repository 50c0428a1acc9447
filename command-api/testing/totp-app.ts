import { expect } from 'vitest'
import { stepOf, totpCode } from '../accounts/second-factor/totp.ts'
import { type openStaff, password } from './test-staff.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** An authenticator app with this secret. */
export const totpApp = (secret: string, now: () => Date) => {
  const bits = [...secret].map((one) => alphabet.indexOf(one).toString(2).padStart(5, '0')).join('')
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)))
  return { secret, code: () => totpCode(bytes, stepOf(now())) }
}

export const enrolTotp = async (
  { call, clock }: Pick<Awaited<ReturnType<typeof openStaff>>, 'call' | 'clock'>,
  { accessToken }: { accessToken: string },
) => {
  const path = '/api/admin/second-factor'
  const begun = await call('POST', `${path}/enrolment`, { method: 'totp', password }, accessToken)
  expect(begun.status).toBe(200)
  const app = totpApp(begun.body.totp.secret, () => clock.now)
  const { challenge } = begun.body
  const done = await call('POST', path, { challenge, code: app.code() }, accessToken)
  expect(done.status).toBe(200)
  return { app, recoveryCodes: done.body.recoveryCodes as string[] }
}
