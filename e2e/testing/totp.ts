import { totpApp } from '@strand/command-api/testing/totp-app'
import type { Call, Client } from './client.ts'

export { totpApp }

/** Adds an authenticator app to a signed-in user; the code of the next time step still works. */
export const enrolTotp = async (
  shop: Pick<Client, 'post'>,
  { as, password }: Pick<Call, 'as'> & { password: string },
) => {
  const path = '/api/admin/second-factor'
  const begun = await shop.post(`${path}/enrolment`, { method: 'totp', password }, { as })
  if (begun.status !== 200) throw new Error(`enrolling gave ${begun.text}`)
  const { totp, challenge } = begun.body as unknown as {
    totp: { secret: string }
    challenge: string
  }
  const app = totpApp(totp.secret, () => new Date())
  const done = await shop.post(path, { challenge, code: app.code() }, { as })
  if (done.status !== 200) throw new Error(`enrolling gave ${done.text}`)
  const next = totpApp(totp.secret, () => new Date(Date.now() + 30_000))
  return { app, next, recoveryCodes: done.body.recoveryCodes as string[] }
}
