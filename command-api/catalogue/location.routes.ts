import { type LocationEvent, location } from '@strand/contracts/catalogue/location.resource'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { archivableDecider } from './archivable.decider.ts'
import { type CatalogueDependencies, registerArchivableRoutes } from './archivable.routes.ts'

export const locationRoutes: FastifyPluginAsyncZod<CatalogueDependencies> = async (
  app,
  options,
) => {
  registerArchivableRoutes(app, options, {
    resource: location,
    decider: archivableDecider<LocationEvent>(location),
    idOf: ({ locationid }) => locationid,
    contentOf: (locationId, form) => {
      const { location: name, price, deliveryaddress: address } = form
      return { locationId, name, price, address }
    },
    answerOf: (locationid, form) => {
      const { location: name, deliveryaddress } = form
      return { locationid, location: name, deliveryaddress }
    },
  })
}
