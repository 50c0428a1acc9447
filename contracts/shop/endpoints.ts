import { z } from 'zod'
import { resultOf } from '../answer.ts'
import { Country } from '../country.ts'
import { endpoints } from '../endpoint.ts'
import { Shop } from './shop.ts'

export const shopEndpoints = endpoints('Shop', {
  getShop: {
    method: 'GET',
    path: '/api/shop',
    access: 'public',
    summary: 'Get the shop’s name, bank account and contacts',
    response: { 200: resultOf(Shop) },
  },
  listCountries: {
    method: 'GET',
    path: '/api/Countries',
    access: 'public',
    summary: 'List countries with their dialing codes',
    response: { 200: resultOf(z.array(Country)) },
  },
})
