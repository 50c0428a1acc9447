import { resultOf } from '@strand/contracts/answer'
import { Location, LocationChoice, LocationPrice } from '@strand/contracts/catalogue/location'
import { ListQuery, pageOf } from '@strand/contracts/list'
import { optionalLine, pathIdentifier } from '@strand/contracts/text'
import { Rejected } from '@strand/platform/errors'
import type { Pool } from '@strand/platform/postgres/pool'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { likePattern, orderByClause, pageAnswer, readPage } from '../page.ts'

const filter = optionalLine(200)
const LocationListQuery = ListQuery.extend({
  locationname: filter,
  deliveryaddress: filter,
  createdby: filter,
})

/** An id that no location has: text that is not an id is looked up like an unknown id. */
const noLocationId = '00000000-0000-0000-0000-000000000000'

type Row = Omit<Location, 'createdat'> & { createdat: Date }

export const locationRoutes: FastifyPluginAsyncZod<{ pool: Pool }> = async (app, { pool }) => {
  app.get(
    '/api/delivery-location',
    {
      config: { access: 'public', readModels: ['location'] },
      schema: { response: { 200: resultOf(z.array(LocationChoice)) } },
    },
    async () => {
      const { rows } = await pool.query<LocationChoice>(
        `select location_id as locationid, name as locationname
         from read.location where status = 'active' order by lower(name), location_id`,
      )
      return { result: rows }
    },
  )

  app.get(
    '/api/delivery-location/:locationid',
    {
      config: { access: 'public', readModels: ['location'] },
      schema: {
        params: z.object({ locationid: pathIdentifier }),
        response: { 200: resultOf(LocationPrice) },
      },
    },
    async ({ params }) => {
      const { rows } = await pool.query<LocationPrice>(
        `select name as locationname, address as deliveryaddress, price
         from read.location where location_id = $1 and status = 'active'`,
        [z.uuid().catch(noLocationId).parse(params.locationid)],
      )
      if (!rows[0]) throw new Rejected('not-found', 'There is no delivery location with this id')
      return { result: rows[0] }
    },
  )

  for (const [url, status] of [
    ['/api/admin/delivery-location', 'active'],
    ['/api/admin/archived-delivery-location', 'archived'],
  ] as const)
    app.get(
      url,
      {
        config: { access: { permission: 'catalogue.read' }, readModels: ['location', 'staff'] },
        schema: { querystring: LocationListQuery, response: { 200: pageOf(Location) } },
      },
      async ({ query }) => {
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
    )
}
