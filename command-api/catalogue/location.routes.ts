import { randomUUID } from 'node:crypto'
import { locationStream } from '@strand/contracts/catalogue/location'
import { locationEvents } from '@strand/contracts/catalogue/location.events'
import { locationArchiving, locationEndpoints } from '@strand/contracts/catalogue/staff.endpoints'
import type { Now } from '@strand/platform/clock'
import { staffOrigin } from '@strand/platform/commands/origin'
import type { EventStore } from '@strand/platform/event-store/event-store'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { successBody, withPosition } from '@strand/platform/http/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { registerArchivingRoutes } from '../shared/archiving.routes.ts'
import { archivableResource } from './archivable-resource.ts'
import { locationDecider } from './location.decider.ts'
import type { UniqueNames } from './unique-names.ts'

type Options = { eventStore: EventStore; names: UniqueNames; now: Now }

/** Where the shop delivers, and for how much. */
export const locationRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { eventStore, names, now } = options
  const config = { takesEffectIn: ['location'] }

  const locations = archivableResource({
    kind: 'delivery location',
    eventStore,
    names,
    decider: locationDecider,
    codec: locationEvents,
    streamOf: locationStream,
    archive: { type: 'ArchiveLocation' },
    restore: { type: 'RestoreLocation' },
  })

  app.route({
    ...endpointRoute(locationEndpoints.createLocation, config),
    handler: async (request, reply) => {
      const { location, price, deliveryaddress } = request.body
      const locationid = randomUUID()
      const data = { locationId: locationid, name: location, price, address: deliveryaddress }
      const origin = staffOrigin(request, now())
      const { position } = await locations.handleNamed(
        locationid,
        location,
        { type: 'CreateLocation', data },
        origin,
      )
      const extra = { locationid, location, deliveryaddress }
      return withPosition(reply, position)
        .code(201)
        .send(successBody(`${location} has been created`, extra))
    },
  })

  app.route({
    ...endpointRoute(locationEndpoints.updateLocation, config),
    handler: async (request, reply) => {
      const { locationid, location, price, deliveryaddress } = request.body
      const locationId = locationid.toLowerCase()
      const data = { locationId, name: location, price, address: deliveryaddress }
      const origin = staffOrigin(request, now())
      const { position } = await locations.handleNamed(
        locationId,
        location,
        { type: 'UpdateLocation', data },
        origin,
      )
      const extra = { locationid, location, deliveryaddress }
      return withPosition(reply, position).send(successBody(`${location} has been updated`, extra))
    },
  })

  registerArchivingRoutes(app, {
    endpoints: locationArchiving,
    things: 'delivery locations',
    config,
    archive: locations.archive,
    restore: locations.restore,
    now,
  })
}
