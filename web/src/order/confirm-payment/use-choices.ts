import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { keepLoading } from '../../shared/browser/keep-loading.ts'
import { heldPrice } from './draft/held-price.ts'
import { useDraft } from './draft/use-draft.ts'
import { usePromise } from './draft/use-promise.ts'
import { deliveryQuery, locationsQuery, productsQuery } from './form-api.ts'
import { useRules } from './steps/use-rules.ts'

/**
 * Loads the module `follow-shop.ts`, for which the first view does not wait. Null until it has
 * loaded.
 */
const useFollower = () => {
  const [follower, setFollower] = useState<typeof import('./draft/follow-shop.ts') | null>(null)
  useEffect(() => {
    void keepLoading(() => import('./draft/follow-shop.ts')).then(setFollower)
  }, [])
  return follower
}

/**
 * The draft and the shop's offers. If the two no longer agree (a price changed, or a product or
 * location was removed), the draft is updated, and `changes` lists the differences. If a total was
 * already shown, `draft.old` keeps the order as it was shown.
 */
export const useChoices = (onSentElsewhere: () => void) => {
  const queryClient = useQueryClient()
  const products = useQuery(productsQuery)
  const locations = useQuery(locationsQuery)
  const rules = useRules()
  const follower = useFollower()
  const { follow, ...drafts } = useDraft(onSentElsewhere)
  const { draft } = drafts
  const asked = useQuery(deliveryQuery(draft.location))
  const [changes, setChanges] = useState<string[]>([])

  useEffect(() => {
    const offer = { products: products.data, locations: locations.data, delivery: asked.data }
    const followed = follower?.followShop(draft, offer)
    if (!followed) return
    follow(followed.draft)
    if (followed.changes.length > 0) setChanges((previous) => [...previous, ...followed.changes])
  }, [follower, products.data, locations.data, asked.data, draft, follow])

  usePromise(draft, (promise) => follow({ promise }))

  const { insists, old, promise, location } = draft
  const offered = asked.data && {
    ...asked.data,
    price: heldPrice(promise, location) ?? asked.data.price,
  }
  return {
    products,
    locations,
    /**
     * The delivery at its promised price or, if the customer insists on the order as shown, exactly
     * as they saw it.
     */
    delivery: { ...asked, data: insists && old ? old.seen : offered },
    rules,
    follower,
    drafts,
    changes,
    forgetChanges: () => setChanges([]),
    retryLists: () =>
      void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' }),
  }
}
