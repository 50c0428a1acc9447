import type { z } from 'zod'
import { archivingEndpoints } from '../archiving-endpoints.ts'
import type { EventCodec, EventDefinition } from '../event-codec.ts'
import { pageOf } from '../list.ts'
import type { ParkedKind } from '../shop/parked.ts'

type Names<Id extends string> = {
  /** How texts name one row and several: `delivery location`, `delivery locations`. */
  singular: string
  plural: string
  /** The name of the read model, and the prefix of the streams' names. */
  name: string
  /**
   * The name in API paths such as `/api/admin/create-<path>`, and in the list of parked streams.
   */
  path: ParkedKind
  /** The prefix of event types: `LocationCreated`, `LocationArchived`. */
  noun: string
  /** The event field that identifies the row: `locationId`. */
  id: Id
}

const manage = { permission: 'catalogue.manage' } as const
const read = { permission: 'catalogue.read' } as const

/**
 * The names, events and endpoints of a list whose rows can be created, updated, archived and
 * restored.
 */
export const archivableResource = <
  Id extends string,
  Definition extends EventDefinition,
  Row extends z.ZodType,
  Query extends z.ZodType,
  Create extends z.ZodType,
  Update extends z.ZodType,
  Answer extends z.ZodType,
>(
  options: Names<Id> & {
    events: EventCodec<Definition>
    /**
     * The end of the lists' paths, `/api/admin/<listPath>` and `/api/admin/archived-<listPath>`.
     * `listName` is the end of their operation ids.
     */
    listPath: string
    listName: string
    /** The end of the archive operations' ids; by default `noun`. */
    archivingName?: string
    row: Row
    query: Query
    create: Create
    update: Update
    answer: Answer
  },
) => {
  const { singular, plural, name, path, noun, id, events } = options
  const { listPath, listName, row, query, create, update, answer } = options
  const tag = 'Catalogue'
  const list = { tag, method: 'GET', access: read, query, response: { 200: pageOf(row) } } as const
  const post = { tag, access: manage, method: 'POST' } as const
  const put = { tag, access: manage, method: 'PUT' } as const
  return {
    singular,
    plural,
    name,
    path,
    noun,
    id,
    events,
    endpoints: {
      list: {
        ...list,
        path: `/api/admin/${listPath}` as const,
        operationId: `list${listName}`,
        summary: `List ${plural}`,
      },
      listArchived: {
        ...list,
        path: `/api/admin/archived-${listPath}` as const,
        operationId: `listArchived${listName}`,
        summary: `List archived ${plural}`,
      },
      create: {
        ...post,
        path: `/api/admin/create-${path}` as const,
        operationId: `create${noun}`,
        summary: `Create a ${singular}`,
        body: create,
        response: { 201: answer },
      },
      update: {
        ...put,
        path: `/api/admin/update-${path}` as const,
        operationId: `update${noun}`,
        summary: `Change a ${singular}`,
        body: update,
        response: { 200: answer },
      },
      ...archivingEndpoints({
        tag,
        path,
        name: options.archivingName ?? noun,
        words: [`a ${singular}`, plural],
        permission: 'catalogue.manage',
      }),
    },
  }
}
