import type { OidcOutcome } from '@strand/contracts/accounts/oidc'
import { oidcEndpoints } from '@strand/contracts/accounts/oidc.endpoints'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { logSecurity, noteSubject } from '@strand/platform/http/security-log'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accountByEmail } from '../account/account.ts'
import { makeChallenge } from '../second-factor/challenges.ts'
import { existingProvider, limit, type OidcDependencies } from './dependencies.ts'
import type { Visit } from './visit.ts'

/** Redirects only to this shop's sign-in page: no parameter can change the target. */
const toSignInPage = (reply: FastifyReply, outcome: OidcOutcome) =>
  reply.redirect(`/admin?oidc=${outcome}`, 302)

const suspicious: OidcOutcome[] = ['expired', 'refused', 'unverified', 'unknown']

/** Sends a browser to the provider, and receives the browser when it returns. */
export const visitRoutes: FastifyPluginAsyncZod<OidcDependencies> = async (app, shared) => {
  const { visits, log } = shared

  app.route({
    ...endpointRoute(oidcEndpoints.beginOidc, { limit }),
    handler: async (_request, reply) => {
      const visit = visits.begin()
      const address = await existingProvider(shared).addressFor(visit)
      if (!address.ok) {
        log.warn({ reason: address.reason }, 'a sign-in at the OpenID provider failed')
        return toSignInPage(reply, address.outcome)
      }
      visits.remember(reply, visit)
      return reply.redirect(address.value.href, 302)
    },
  })

  app.route({
    ...endpointRoute(oidcEndpoints.returnFromOidc, { limit }),
    handler: async (request, reply) => {
      existingProvider(shared)
      const visit = visits.find(request, request.query.state)
      const isFirst = visit !== null && (await visits.end(visit))
      const outcome = isFirst ? await endVisit(shared, request, reply, visit) : 'expired'
      if (isFirst && outcome !== 'done') visits.forget(reply)
      if (suspicious.includes(outcome)) logSecurity(request, 'oidc-sign-in-refused')
      return toSignInPage(reply, outcome)
    },
  })
}

/**
 * Asks the provider who has returned. If the outcome is `done`, the browser gets a token that
 * finishes the sign-in.
 */
const endVisit = async (
  shared: OidcDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  visit: Visit,
): Promise<OidcOutcome> => {
  const { pool, tokenSecret, visits, log, now } = shared
  const [, query = ''] = request.url.split(/\?(.*)/s)
  const person = await existingProvider(shared).personOf(visit, `?${query}`)
  if (!person.ok) {
    log.warn({ reason: person.reason }, 'a sign-in at the OpenID provider failed')
    return person.outcome
  }
  const { email, isVerified } = person.value
  if (email === null || !isVerified) return 'unverified'
  const account = await accountByEmail(pool, email)
  if (account) noteSubject(request, account.userId)
  if (account?.status !== 'active') return 'unknown'
  visits.keepToken(reply, await makeChallenge(pool, tokenSecret, account, 'oidc', now()))
  return 'done'
}
