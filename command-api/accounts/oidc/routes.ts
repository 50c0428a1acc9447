import { oidcEndpoints } from '@strand/contracts/accounts/oidc.endpoints'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { UserDependencies } from '../dependencies.ts'
import { finishRoutes } from './finish.routes.ts'
import { openOidcProvider } from './provider.ts'
import { visitRoutes } from './visit.routes.ts'
import { openVisits } from './visit.ts'

export const oidcRoutes: FastifyPluginAsyncZod<UserDependencies> = async (app, shared) => {
  const { pool, tokenSecret: secret, publicUrl, signIn, now } = shared
  const callbackUrl = `${publicUrl}${oidcEndpoints.returnFromOidc.path}`
  const provider = signIn.oidc ? openOidcProvider(signIn.oidc, { callbackUrl, now }) : null
  const visits = openVisits({ pool, secret, publicUrl, now })
  await app.register(visitRoutes, { ...shared, provider, visits })
  await app.register(finishRoutes, { ...shared, provider, visits })
}
