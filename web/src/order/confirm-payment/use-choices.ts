import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDraft } from './draft/use-draft.ts'
import { deliveryQuery, locationsQuery, productsQuery } from './form-api.ts'
import { useRules } from './steps/use-rules.ts'

/** What is bought and where it goes: the draft, and what the shop offers. */
export const useChoices = (onSentElsewhere: () => void) => {
  const queryClient = useQueryClient()
  const products = useQuery(productsQuery)
  const locations = useQuery(locationsQuery)
  const rules = useRules()
  const drafts = useDraft(rules, products.data, locations.data, onSentElsewhere)
  const delivery = useQuery(deliveryQuery(drafts.draft.location))
  return {
    products,
    locations,
    delivery,
    rules,
    drafts,
    /** Reloads every list that could not be loaded. */
    retryLists: () =>
      void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' }),
  }
}
