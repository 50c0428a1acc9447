import { z } from 'zod'
import { resultOf } from '../answer.ts'
import { endpoints } from '../endpoint.ts'
import { ParkedStreams } from './parked.ts'
import { StaffNotices } from './staff-notice.ts'

const read = { permission: 'orders.read' } as const

export const staffNoticeEndpoints = endpoints('Shop', {
  listNotices: {
    method: 'GET',
    path: '/api/admin/notices',
    access: read,
    summary: 'List notices to staff about the shop’s operation',
    response: { 200: resultOf(StaffNotices) },
  },
  listParkedStreams: {
    method: 'GET',
    path: '/api/admin/parked',
    access: read,
    summary: 'List the streams whose latest changes are still missing from the lists',
    response: { 200: resultOf(z.array(ParkedStreams)) },
  },
})
