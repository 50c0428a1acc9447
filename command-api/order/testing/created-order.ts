import type { RecordedOrderEvent } from '../state.ts'

export const orderId = '7K3Q-ZM9X-WD4T'

export const sealed = (box: string) => ({ keyId: '0b9e5f2e-4a63-4f5e-9d0a-111111111111', box })

/** The first event of an order for two items, ₦120 in total. */
export const created = {
  type: 'OrderCreated',
  data: {
    orderId,
    lines: [{ productId: 'p', product: 'Bone straight', price: 50, quantity: 2, amount: 100 }],
    location: { locationId: 'l', name: 'Lagos', address: '' },
    country: '',
    sales: null,
    subtotal: 100,
    deliveryPrice: 20,
    total: 120,
    files: [],
    personal: sealed('personal'),
  },
  position: '1',
} satisfies RecordedOrderEvent

/** The same event with another total. */
export const createdFor = (total: number) => ({
  ...created,
  data: { ...created.data, lines: [], subtotal: total, deliveryPrice: 0, total },
})
