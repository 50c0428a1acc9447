import { shopEndpoints } from '@strand/contracts/shop/endpoints'
import { call } from '../api/client.ts'

export const getShop = (signal: AbortSignal) => call(shopEndpoints.getShop, { signal })
