import { z } from 'zod'
import { resultOf } from '../answer.ts'
import { Country } from '../country.ts'
import { endpoints } from '../endpoint.ts'
import { ParkedStreams } from './parked.ts'
import { Shop } from './shop.ts'
import { StaffNotices } from './staff-notice.ts'

const read = { permission: 'orders.read' } as const

export const shopEndpoints = endpoints('Shop', {
  getShop: {
    ...{ method: 'GET', path: '/api/shop', access: 'public' },
    summary: 'Get the shop’s name, bank account and contacts',
    response: { 200: resultOf(Shop) },
  },
  listCountries: {
    ...{ method: 'GET', path: '/api/Countries', access: 'public' },
    summary: 'List countries with their dialling codes',
    response: { 200: resultOf(z.array(Country)) },
  },
  listNotices: {
    ...{ method: 'GET', path: '/api/admin/notices', access: read },
    summary: 'List what staff should know about the shop',
    response: { 200: resultOf(StaffNotices) },
  },
  listParkedStreams: {
    ...{ method: 'GET', path: '/api/admin/parked', access: read },
    summary: 'List what the lists cannot show yet',
    response: { 200: resultOf(z.array(ParkedStreams)) },
  },
})
