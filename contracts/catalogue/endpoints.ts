import { z } from 'zod'
import { resultOf } from '../answer.ts'
import { endpoints } from '../endpoint.ts'
import { pathIdentifier } from '../text.ts'
import { LocationChoice, LocationPrice } from './location.ts'
import { ProductChoice } from './product.ts'
import { RunningSales } from './sales.ts'

export const catalogueEndpoints = endpoints('Catalogue', {
  listProductChoices: {
    method: 'GET',
    path: '/api/products',
    access: 'public',
    summary: 'List the products that customers can order',
    response: { 200: resultOf(z.array(ProductChoice)) },
  },
  listLocationChoices: {
    method: 'GET',
    path: '/api/delivery-location',
    access: 'public',
    summary: 'List the delivery locations that customers can choose',
    response: { 200: resultOf(z.array(LocationChoice)) },
  },
  getLocationPrice: {
    method: 'GET',
    path: '/api/delivery-location/:locationid',
    access: 'public',
    summary: 'Get the delivery price of a location',
    params: z.object({ locationid: pathIdentifier }),
    response: { 200: resultOf(LocationPrice) },
  },
  listRunningSales: {
    method: 'GET',
    path: '/api/sales',
    access: 'public',
    summary: 'List the sales campaigns that are running',
    response: { 200: resultOf(z.array(RunningSales)) },
  },
})
