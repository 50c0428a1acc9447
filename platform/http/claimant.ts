import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Claimant } from '../fairness/places.ts'
import { networkOf, wideNetworkOf } from './network.ts'

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with fastify's own
  interface FastifyRequest {
    readonly claimant: Claimant
  }
}

/**
 * Gives each request its claimant: staff are known by their account, everybody else by their
 * address and the network around it. The claimant's signal is aborted if the connection closes
 * before the answer.
 *
 * @param limited false for load tests, which have one address for all strangers: each request then
 *   counts as another client
 */
export const nameClaimants = (app: FastifyInstance, limited: boolean): void => {
  const answers = new WeakMap<FastifyRequest, ServerResponse>()
  const signals = new WeakMap<FastifyRequest, AbortSignal>()
  app.addHook('onRequest', async (request, reply) => {
    answers.set(request, reply.raw)
  })
  const signalOf = (request: FastifyRequest): AbortSignal => {
    const known = signals.get(request)
    if (known) return known
    // fastify's own signal is already aborted when the body has been read.
    const gone = new AbortController()
    const answer = answers.get(request)
    answer?.once('close', () => {
      if (!answer.writableFinished) gone.abort()
    })
    signals.set(request, gone.signal)
    return gone.signal
  }
  const namesOf = ({ principal, ip, id }: FastifyRequest) => {
    const staff = principal && `staff ${principal.userId}`
    if (staff) return { client: staff, network: staff }
    if (!limited) return { client: id, network: id }
    return { client: networkOf(ip), network: wideNetworkOf(ip) }
  }
  app.decorateRequest('claimant', {
    getter() {
      return { ...namesOf(this), signal: signalOf(this) }
    },
  })
}
