import type { Endpoint } from '@strand/contracts/endpoint'
import { fold } from '@strand/contracts/folding'
import type { ListQuery, Page } from '@strand/contracts/list'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import type { HttpServer } from '@strand/platform/http/server'
import type { z } from 'zod'
import { folded, likePattern, orderByClause, pageAnswer, readPage } from '../page.ts'
import { staffName } from '../staff-name.ts'

/** The SQL of `createdby`: the staff member's name, or the text from the event. */
export const creator = `coalesce(${staffName('staff')}, created_by)`

type RowList<Row, Query> = Endpoint & {
  query: z.ZodType<Query>
  response: { 200: z.ZodType<Page<Row>> }
}
type Name<Of> = NoInfer<keyof Of & string>

/**
 * Registers an archivable resource's two list routes: active rows and archived rows. The default
 * order is newest first, so each row needs a `createdat`.
 */
export const registerArchivableLists = <Row extends { createdat: string }, Query extends ListQuery>(
  app: HttpServer,
  pool: Pool,
  options: {
    resource: {
      name: string
      endpoints: { list: RowList<Row, Query>; listArchived: RowList<Row, Query> }
    }
    id: Name<Row>
    /** The SQL of each field; `listed` is a row of the read model. */
    fields: Record<Name<Row>, string>
    /** Text fields, which requests may filter by; they sort case-insensitively. */
    text: readonly (Name<Row> & Name<Query>)[]
    sort: readonly Name<Row>[]
  },
) => {
  const { resource, id, sort } = options
  const fields: Record<string, string> = options.fields
  const text: readonly string[] = options.text
  const { list, listArchived } = resource.endpoints
  const withCreator = Object.hasOwn(fields, 'createdby')
  const columns = Object.entries(fields).map(([field, sql]) => `${sql} as "${field}"`)
  const filters = text.map(
    (field, index) => `and ${folded(fields[field] ?? '')} like $${index + 2}`,
  )
  const matching = `
    select ${columns.join(', ')} from read.${resource.name} listed
    ${withCreator ? 'left join read.staff on user_id::text = created_by' : ''}
    where listed.status = $1 ${filters.join(' ')}`
  const sortable = Object.fromEntries(
    sort.map((field) => [field, text.includes(field) ? `lower("${field}")` : `"${field}"`]),
  )

  for (const [endpoint, status] of [
    [list, 'active'],
    [listArchived, 'archived'],
  ] as const)
    app.route({
      ...endpointRoute(endpoint, {
        readModels: withCreator ? [resource.name, 'staff'] : [resource.name],
      }),
      handler: async (request) => {
        const query = request.query as ListQuery & Record<string, string>
        const { rows, total } = await readPage<Record<string, unknown>>(pool, {
          matching,
          values: [status, ...text.map((field) => likePattern(fold(query[field] ?? '')))],
          order: orderByClause(query, sortable, { field: 'createdat', order: 'desc' }, id),
          query,
        })
        return pageAnswer(rows.map(withWrittenTimes), total, query)
      },
    })
}

const withWrittenTimes = (row: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(row).map(([field, value]) => [
      field,
      value instanceof Date ? value.toISOString() : value,
    ]),
  )
