import { staffNoticeEndpoints } from '@strand/contracts/shop/staff.endpoints'
import type { StaffNotice } from '@strand/contracts/shop/staff-notice'
import { type DiskReserve, spaceAboveReserve } from '@strand/platform/files/disk-reserve'
import type { FileStore } from '@strand/platform/files/open'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

type Options = { files: Pick<FileStore, 'space'>; diskReserve: DiskReserve }

/** Each source returns a notice if there is a problem, and null otherwise. */
const sources: ((options: Options) => Promise<StaffNotice | null>)[] = [
  async ({ files, diskReserve }) =>
    (await spaceAboveReserve(files, diskReserve)) < 0
      ? {
          kind: 'disk',
          text: 'The disk is nearly full. Customers cannot upload proofs of payment until there is room again: please tell the person who runs the shop’s server.',
        }
      : null,
]

/** `GET /api/admin/notices`: problems of the system that staff should know about. */
export const noticeRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  app.route({
    ...endpointRoute(staffNoticeEndpoints.listNotices),
    handler: async () => {
      const notices = await Promise.all(sources.map((source) => source(options)))
      return { result: notices.filter((notice) => notice !== null) }
    },
  })
}
