import type { LocationChoice } from '@strand/contracts/catalogue/location'
import type { ProductChoice } from '@strand/contracts/catalogue/product'
import { useEffect, useRef, useState } from 'react'
import { randomId } from '../../../shared/browser/random-id.ts'
import type { Rules } from '../steps/use-rules.ts'
import {
  clearDraft,
  type Draft,
  freshDraft,
  isSameOrder,
  isUntouched,
  loadDraft,
  parseDraft,
  saveDraft,
  storageKey,
} from './draft.ts'

/**
 * The draft, stored on the device at every change. When the shop's lists differ from it (a new
 * price, a product or location that is gone), the draft follows and `changes` describes that.
 */
export const useDraft = (
  rules: Rules | null,
  products: ProductChoice[] | undefined,
  locations: LocationChoice[] | undefined,
  onSentElsewhere: () => void,
) => {
  const [draft, setDraft] = useState(loadDraft)
  const [changes, setChanges] = useState<string[]>([])
  const isAccepted = useRef(false)

  useEffect(() => {
    if (!isAccepted.current) saveDraft(draft)
  }, [draft])

  useEffect(() => {
    if (!products || !rules) return
    const fresh = rules.refreshedLines(draft.lines, products)
    if (fresh.changes.length === 0) return
    setDraft((previous) => ({ ...previous, lines: fresh.lines }))
    setChanges(fresh.changes)
  }, [rules, products, draft.lines])

  useEffect(() => {
    if (!locations || draft.location === '') return
    if (locations.some(({ locationid }) => locationid === draft.location)) return
    setDraft((previous) => ({ ...previous, location: '' }))
    setChanges((previous) => [...previous, 'The location you chose is no longer available.'])
  }, [locations, draft.location])

  // Two tabs show one draft: this tab must not send again what the other one has sent.
  useEffect(() => {
    const follow = ({ key, oldValue, newValue }: StorageEvent) => {
      if (key !== storageKey || newValue !== null || draft.submission) return
      if (isUntouched(draft) || !isSameOrder(draft, parseDraft(oldValue))) return
      setDraft(freshDraft())
      setChanges(['This order has been sent from another tab.'])
      onSentElsewhere()
    }
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  })

  return {
    draft,
    changes,
    update: (next: Partial<Draft>) =>
      setDraft((previous) => ({ ...previous, key: previous.key || randomId(), ...next })),
    forgetChanges: () => setChanges([]),
    /** The order is accepted: the device forgets the draft while the screen still shows it. */
    drop: () => {
      isAccepted.current = true
      clearDraft()
    },
    startOver: () => {
      isAccepted.current = false
      setDraft(freshDraft())
      setChanges([])
    },
  }
}
