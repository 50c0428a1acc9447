import { accessTokens } from '@strand/platform/crypto/access-token'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { openAccountEvents } from './account/account-events.ts'
import { startAccountCleanup } from './account/cleanup.ts'
import { userArchiveRoutes } from './archive.routes.ts'
import { createUserRoutes } from './create.routes.ts'
import type { UserDependencies, UserOptions } from './dependencies.ts'
import { userErasureRoutes } from './erasure.routes.ts'
import { invitationRoutes } from './invitation.routes.ts'
import { oidcRoutes } from './oidc/routes.ts'
import { activationRoutes } from './password/activation.routes.ts'
import { openPasswordHashes } from './password/hash.ts'
import { passwordResetRoutes } from './password/reset.routes.ts'
import { passwordRoutes } from './password/routes.ts'
import { userRoutes } from './routes.ts'
import { enrolmentRoutes } from './second-factor/enrolment.routes.ts'
import { relyingPartyOf } from './second-factor/passkeys.ts'
import { ownFactorRoutes } from './second-factor/routes.ts'
import { secondStepRoutes } from './second-factor/second-step.routes.ts'
import { knownDeviceRoutes } from './session/known-device.routes.ts'
import { openKnownDevices } from './session/known-device.ts'
import { ownSessionRoutes } from './session/own-sessions.routes.ts'
import { sessionRoutes } from './session/routes.ts'
import { signInRoutes } from './session/sign-in.routes.ts'
import { openSignInThrottle } from './session/throttle.ts'
import { openUsedOnce } from './used-once.ts'

/** Sign-in, passwords, and the management of one's own account and of other people's. */
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
    usedOnce: openUsedOnce({ pool, now }),
    relyingParty: relyingPartyOf(publicUrl, options.shopName),
    accountEvents,
  }
  await app.register(signInRoutes, shared)
  await app.register(oidcRoutes, shared)
  await app.register(secondStepRoutes, shared)
  await app.register(enrolmentRoutes, shared)
  await app.register(ownFactorRoutes, shared)
  await app.register(knownDeviceRoutes, shared)
  await app.register(ownSessionRoutes, shared)
  await app.register(sessionRoutes, shared)
  await app.register(passwordRoutes, shared)
  await app.register(passwordResetRoutes, shared)
  await app.register(activationRoutes, shared)
  await app.register(createUserRoutes, shared)
  await app.register(userRoutes, shared)
  await app.register(invitationRoutes, shared)
  await app.register(userArchiveRoutes, shared)
  await app.register(userErasureRoutes, shared)
}
