import type { ProductEvent } from '@strand/contracts/catalogue/product.events'
import type { Decider } from '@strand/platform/commands/decider'
import { Rejected } from '@strand/platform/errors'

type Content = { productId: string; name: string; price: number }

export type ProductCommand =
  | { type: 'CreateProduct'; data: Content }
  | { type: 'UpdateProduct'; data: Content }
  | { type: 'ArchiveProduct' }
  | { type: 'RestoreProduct' }

export type ProductState = (Content & { archived: boolean }) | null

const conflict = (message: string) => new Rejected('conflict', message)

export const productDecider: Decider<ProductState, ProductCommand, ProductEvent> = {
  initialState: null,

  evolve: (product, event) => {
    if (event.type === 'ProductCreated') return { ...event.data, archived: false }
    if (!product) throw new Error(`${event.type} before ProductCreated`)
    switch (event.type) {
      case 'ProductUpdated':
        return { ...product, ...event.data }
      case 'ProductArchived':
        return { ...product, archived: true }
      case 'ProductRestored':
        return { ...product, archived: false }
    }
  },

  decide: (command, product) => {
    if (command.type === 'CreateProduct') {
      if (product) throw conflict('There is a product with this id already')
      return [{ type: 'ProductCreated', data: command.data }]
    }
    if (!product) throw new Rejected('not-found', 'There is no product with this id')
    const { productId } = product
    switch (command.type) {
      case 'UpdateProduct': {
        if (product.archived) throw conflict('An archived product is restored before it is changed')
        const { name, price } = command.data
        if (name === product.name && price === product.price) return []
        return [{ type: 'ProductUpdated', data: command.data }]
      }
      case 'ArchiveProduct':
        if (product.archived) throw conflict('This product is archived already')
        return [{ type: 'ProductArchived', data: { productId } }]
      case 'RestoreProduct':
        if (!product.archived) throw conflict('This product is not archived')
        return [{ type: 'ProductRestored', data: { productId } }]
    }
  },
}
