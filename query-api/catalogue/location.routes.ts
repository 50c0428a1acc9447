import { locationEndpoints } from '@strand/contracts/catalogue/endpoints'
import {
  internationalLocation,
  type Location,
  type LocationChoice,
  type LocationPrice,
} from '@strand/contracts/catalogue/location'
import { Rejected } from '@strand/platform/errors'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import type { Pool } from '@strand/platform/postgres/pool'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { likePattern, orderByClause, pageAnswer, readPage } from '../page.ts'

/** An id that no location has: text that is not an id is looked up like an unknown id. */
const noLocationId = '00000000-0000-0000-0000-000000000000'

type Row = Omit<Location, 'createdat'> & { createdat: Date }

export const locationRoutes: FastifyPluginAsyncZod<{ pool: Pool }> = async (app, { pool }) => {
  app.route({
    ...endpointRoute(locationEndpoints.listLocationChoices, { readModels: ['location'] }),
    handler: async () => {
      const { rows } = await pool.query<LocationChoice>(
        `select location_id as locationid, name as locationname
         from read.location where status = 'active'
         order by lower(btrim(name)) = $1, lower(name), location_id`,
        [internationalLocation],
      )
      return { result: rows }
    },
  })

  app.route({
    ...endpointRoute(locationEndpoints.getLocationPrice, { readModels: ['location'] }),
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

  for (const [endpoint, status] of [
    [locationEndpoints.listLocations, 'active'],
    [locationEndpoints.listArchivedLocations, 'archived'],
  ] as const)
    app.route({
      ...endpointRoute(endpoint, { readModels: ['location', 'staff'] }),
      handler: async ({ query }) => {
        const { rows, total } = await readPage<Row>(pool, {
          matching: `
            select location_id as locationid, name as locationname, price,
              address as deliveryaddress,
              coalesce(trim(first_name || ' ' || last_name), created_by) as createdby,
              location.created_at as createdat
            from read.location location left join read.staff on user_id::text = created_by
            where location.status = $1 and name ilike $2 and address ilike $3
              and coalesce(trim(first_name || ' ' || last_name), created_by) ilike $4`,
          values: [
            status,
            likePattern(query.locationname),
            likePattern(query.deliveryaddress),
            likePattern(query.createdby),
          ],
          order: orderByClause(
            query,
            {
              locationname: 'lower(locationname)',
              price: 'price',
              deliveryaddress: 'lower(deliveryaddress)',
              createdby: 'lower(createdby)',
              createdat: 'createdat',
            },
            { field: 'createdat', order: 'desc' },
            'locationid',
          ),
          query,
        })
        return pageAnswer(
          rows.map((row) => ({ ...row, createdat: row.createdat.toISOString() })),
          total,
          query,
        )
      },
    })
}
