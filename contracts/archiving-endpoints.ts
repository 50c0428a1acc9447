import { z } from 'zod'
import type { Permission } from './accounts/permission.ts'
import { RowCommandAnswer } from './answer.ts'
import { BulkAnswer, BulkIds } from './bulk.ts'
import type { Endpoint } from './endpoint.ts'
import { pathIdentifier } from './text.ts'

const idParameter = z.object({ id: pathIdentifier })

/** The four endpoints that archive and restore a resource's rows, one or many at a time. */
export const archivingEndpoints = (options: {
  tag: string
  /** The end of each path: `delete-<path>`. */
  path: string
  /** The end of each operation id: `archive<Name>` and `archive<Name>s`. */
  name: string
  /** How texts name one row and several: `an order`, `orders`. */
  words: [one: string, many: string]
  permission: Permission
}) => {
  const { tag, path, name, permission } = options
  const [one, many] = options.words
  const single = {
    tag,
    access: { permission },
    params: idParameter,
    response: { 200: RowCommandAnswer },
  }
  const bulk = {
    tag,
    access: { permission },
    body: BulkIds,
    response: { 200: BulkAnswer },
  }
  const archive = { method: 'DELETE', path: `/api/admin/delete-${path}` } as const
  const restore = { method: 'PUT', path: `/api/admin/restore-${path}` } as const
  return {
    archive: {
      ...archive,
      ...single,
      path: `${archive.path}/:id` as const,
      operationId: `archive${name}`,
      summary: `Archive ${one}`,
    },
    archiveMany: {
      ...archive,
      ...bulk,
      operationId: `archive${name}s`,
      summary: `Archive several ${many}`,
    },
    restore: {
      ...restore,
      ...single,
      path: `${restore.path}/:id` as const,
      operationId: `restore${name}`,
      summary: `Restore ${one}`,
    },
    restoreMany: {
      ...restore,
      ...bulk,
      operationId: `restore${name}s`,
      summary: `Restore several ${many}`,
    },
  }
}
export type ArchivingEndpoints = ReturnType<typeof archivingEndpoints>

/** An endpoint that runs one action for each id in its body. */
export type BulkEndpoint = Endpoint & {
  body: z.ZodType<z.output<typeof BulkIds>>
  response: { 200: typeof BulkAnswer }
}
