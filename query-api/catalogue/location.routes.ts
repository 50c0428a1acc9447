import { catalogueEndpoints } from '@strand/contracts/catalogue/endpoints'
import {
  internationalLocation,
  type LocationChoice,
  type LocationPrice,
} from '@strand/contracts/catalogue/location'
import { location } from '@strand/contracts/catalogue/location.resource'
import { Rejected } from '@strand/event-sourcing/errors'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { creator, registerArchivableLists } from './archivable-lists.ts'

/** An id that no location has. It replaces text that is not an id, so that nothing is found. */
const noLocationId = '00000000-0000-0000-0000-000000000000'

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
      const { rows } = await pool.query<LocationPrice>(
        `select name as locationname, address as deliveryaddress, price
         from read.location where location_id = $1 and status = 'active'`,
        [z.uuid().catch(noLocationId).parse(params.locationid)],
      )
      if (!rows[0]) throw new Rejected('not-found', 'There is no delivery location with this id')
      return { result: rows[0] }
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
