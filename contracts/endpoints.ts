import { catalogue } from './catalogue/catalogue.ts'
import { catalogueEndpoints } from './catalogue/endpoints.ts'
import { productEndpoints } from './catalogue/product.resource.ts'
import { salesEndpoints } from './catalogue/sales.resource.ts'
import type { Endpoint } from './endpoint.ts'
import { mailEndpoints } from './mail/endpoints.ts'
import { orderEndpoints } from './order/endpoints.ts'
import { orderLeaseEndpoints } from './order/lease.ts'
import {
  orderArchiving,
  orderCommandEndpoints,
  orderDeskEndpoints,
  orderListEndpoints,
} from './order/staff.endpoints.ts'
import { trackingEndpoints } from './order/tracking.endpoints.ts'
import { shopEndpoints } from './shop/endpoints.ts'
import { staffNoticeEndpoints } from './shop/staff.endpoints.ts'
import { accountEndpoints, userArchiving, userEndpoints } from './users/endpoints.ts'

/** Every endpoint of the API. */
export const allEndpoints: Endpoint[] = [
  orderEndpoints,
  trackingEndpoints,
  orderListEndpoints,
  orderDeskEndpoints,
  orderCommandEndpoints,
  orderArchiving,
  orderLeaseEndpoints,
  catalogueEndpoints,
  productEndpoints,
  salesEndpoints,
  ...catalogue.map(({ endpoints }) => endpoints),
  shopEndpoints,
  staffNoticeEndpoints,
  mailEndpoints,
  accountEndpoints,
  userEndpoints,
  userArchiving,
].flatMap((group): Endpoint[] => Object.values(group))
