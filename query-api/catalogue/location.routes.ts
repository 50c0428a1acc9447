import { catalogueEndpoints } from '@strand/contracts/catalogue/endpoints'
import {
  internationalLocation,
  type LocationChoice,
  type LocationPrice,
} from '@strand/contracts/catalogue/location'
import { location } from '@strand/contracts/catalogue/location.resource'
import { Rejected } from '@strand/event-sourcing/errors'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { isUuid } from '@strand/event-sourcing/uuid'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { creator, registerArchivableLists } from './archivable.routes.ts'

export const locationRoutes: FastifyPluginAsyncZod<{ pool: Pool }> = async (app, { pool }) => {
  app.route({
    ...endpointRoute(catalogueEndpoints.listLocationChoices, { readModels: ['location'] }),
    handler: async () => {
      const { rows } = await pool.query<LocationChoice>(
        `select location_id as locationid, name as locationname, price
         from read.location where status = 'active'
         order by lower(btrim(name)) = $1, lower(name), location_id`,
        [internationalLocation],
      )
      return { result: rows }
    },
  })

  app.route({
    ...endpointRoute(catalogueEndpoints.getLocationPrice, { readModels: ['location'] }),
    handler: async ({ params }) => {
      const price = isUuid(params.locationid) ? await readPrice(pool, params.locationid) : undefined
      if (!price) throw new Rejected('not-found', 'There is no delivery location with this id')
      return { result: price }
    },
  })

  registerArchivableLists(app, pool, {
    resource: location,
    id: 'locationid',
    fields: {
      locationid: 'location_id',
      locationname: 'name',
      price: 'price',
      deliveryaddress: 'address',
      createdby: creator,
      createdat: 'listed.created_at',
    },
    text: ['locationname', 'deliveryaddress', 'createdby'],
    sort: ['locationname', 'price', 'deliveryaddress', 'createdby', 'createdat'],
  })
}

const readPrice = async (pool: Pool, locationId: string) => {
  const { rows } = await pool.query<LocationPrice>(
    `select name as locationname, address as deliveryaddress, price
     from read.location where location_id = $1 and status = 'active'`,
    [locationId],
  )
  return rows[0]
}
