import { accessTokens } from '@strand/platform/access-token'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { startAccountCleanup } from './account-cleaning.ts'
import { openAccountEvents } from './account-events.ts'
import { knownDeviceRoutes } from './known-device.link.ts'
import { openKnownDevices } from './known-device.ts'
import { activationRoutes } from './password.activation.ts'
import { passwordResetRoutes } from './password.reset.ts'
import { passwordRoutes } from './password.ts'
import { openPasswordHashes } from './password-hash.ts'
import type { UserDependencies, UserOptions } from './people.options.ts'
import { signInRoutes } from './session.sign-in.ts'
import { sessionRoutes } from './session.ts'
import { openSignInThrottle } from './sign-in-throttle.ts'
import { userArchiveRoutes } from './user.archive.ts'
import { userErasureRoutes } from './user.erasure.ts'
import { userRoutes } from './user.ts'

/** Sign-in, passwords, and how staff manage their own accounts and each other's. */
export const userPlugin: FastifyPluginAsyncZod<UserOptions> = async (app, options) => {
  const { pool, eventStore, log, now, publicUrl, tokenSecret: secret } = options
  const accountEvents = openAccountEvents({ pool, eventStore, log })
  const cleaning = startAccountCleanup({ pool, log, now })
  app.addHook('onClose', async () => {
    await cleaning.close()
    await accountEvents.close()
  })
  const shared: UserDependencies = {
    ...options,
    tokens: accessTokens({ secret, now }),
    hashes: await openPasswordHashes(),
    throttle: openSignInThrottle({ pool, secret, now }),
    devices: openKnownDevices({ secret, publicUrl, now }),
    accountEvents,
  }
  await app.register(signInRoutes, shared)
  await app.register(knownDeviceRoutes, shared)
  await app.register(sessionRoutes, shared)
  await app.register(passwordRoutes, shared)
  await app.register(passwordResetRoutes, shared)
  await app.register(activationRoutes, shared)
  await app.register(userRoutes, shared)
  await app.register(userArchiveRoutes, shared)
  await app.register(userErasureRoutes, shared)
}
