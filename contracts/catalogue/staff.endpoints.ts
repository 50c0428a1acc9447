import { z } from 'zod'
import { CommandAnswer } from '../answer.ts'
import { archivingEndpoints } from '../archiving-endpoints.ts'
import { endpoints } from '../endpoint.ts'
import { ListQuery, pageOf } from '../list.ts'
import { optionalLine, pathIdentifier } from '../text.ts'
import { CreateLocation, Location, LocationAnswer, UpdateLocation } from './location.ts'
import { CreateProduct, Product, ProductAnswer, UpdateProduct } from './product.ts'
import { CreateSales, Sales, SalesAnswer, SalesMessage, UpdateSales } from './sales.ts'

const tag = 'Catalogue'
const read = { permission: 'catalogue.read' } as const
const manage = { permission: 'catalogue.manage' } as const
const filter = optionalLine(200)

const productList = {
  ...({ method: 'GET', access: read } as const),
  query: ListQuery.extend({ productname: filter, createdby: filter }),
  response: { 200: pageOf(Product) },
}

export const productEndpoints = endpoints(tag, {
  listProducts: {
    ...{ ...productList, path: '/api/admin/products' },
    summary: 'List products',
  },
  listArchivedProducts: {
    ...{ ...productList, path: '/api/admin/archived-products' },
    summary: 'List archived products',
  },
  createProduct: {
    ...{ method: 'POST', path: '/api/admin/create-product', access: manage },
    summary: 'Create a product',
    ...{ body: CreateProduct, response: { 201: ProductAnswer } },
  },
  updateProduct: {
    ...{ method: 'PUT', path: '/api/admin/update-product', access: manage },
    summary: 'Change a product',
    ...{ body: UpdateProduct, response: { 200: ProductAnswer } },
  },
})

export const productArchiving = archivingEndpoints({
  ...{ tag, path: 'product', name: 'Product', words: ['a product', 'products'] },
  permission: 'catalogue.manage',
})

const locationList = {
  ...({ method: 'GET', access: read } as const),
  query: ListQuery.extend({ locationname: filter, deliveryaddress: filter, createdby: filter }),
  response: { 200: pageOf(Location) },
}

export const locationEndpoints = endpoints(tag, {
  listLocations: {
    ...{ ...locationList, path: '/api/admin/delivery-location' },
    summary: 'List delivery locations',
  },
  listArchivedLocations: {
    ...{ ...locationList, path: '/api/admin/archived-delivery-location' },
    summary: 'List archived delivery locations',
  },
  createLocation: {
    ...{ method: 'POST', path: '/api/admin/create-delivery-location', access: manage },
    summary: 'Create a delivery location',
    ...{ body: CreateLocation, response: { 201: LocationAnswer } },
  },
  updateLocation: {
    ...{ method: 'PUT', path: '/api/admin/update-delivery-location', access: manage },
    summary: 'Change a delivery location',
    ...{ body: UpdateLocation, response: { 200: LocationAnswer } },
  },
})

export const locationArchiving = archivingEndpoints({
  ...{ tag, path: 'delivery-location', name: 'Location' },
  words: ['a delivery location', 'delivery locations'],
  permission: 'catalogue.manage',
})

const salesList = {
  ...({ method: 'GET', access: read } as const),
  query: ListQuery.extend({ salesname: filter }),
  response: { 200: pageOf(Sales) },
}

export const salesEndpoints = endpoints(tag, {
  listSales: {
    ...{ ...salesList, path: '/api/admin/sales' },
    summary: 'List sales campaigns',
  },
  listArchivedSales: {
    ...{ ...salesList, path: '/api/admin/archived-sales' },
    summary: 'List archived sales campaigns',
  },
  createSales: {
    ...{ method: 'POST', path: '/api/admin/create-sales', access: manage },
    summary: 'Create a sales campaign',
    ...{ body: CreateSales, response: { 201: SalesAnswer } },
  },
  updateSales: {
    ...{ method: 'PUT', path: '/api/admin/update-sales', access: manage },
    summary: 'Change a sales campaign',
    ...{ body: UpdateSales, response: { 200: SalesAnswer } },
  },
  updateSalesMessage: {
    ...{ method: 'PUT', path: '/api/admin/sales/:salesId/message', access: manage },
    summary: 'Change the message of a sales campaign to its customers',
    params: z.object({ salesId: pathIdentifier }),
    ...{ body: SalesMessage, response: { 200: CommandAnswer } },
  },
})

export const salesArchiving = archivingEndpoints({
  ...{ tag, path: 'sales', name: 'SalesCampaign', words: ['a sales campaign', 'sales campaigns'] },
  permission: 'catalogue.manage',
})
