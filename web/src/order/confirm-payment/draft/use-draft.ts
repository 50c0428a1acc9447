import { useEffect, useRef, useState } from 'react'
import { randomId } from '../../../shared/browser/random-id.ts'
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

/** The draft, stored on the device after every change. */
export const useDraft = (onSentElsewhere: () => void) => {
  const [draft, setDraft] = useState(loadDraft)
  const isAccepted = useRef(false)

  useEffect(() => {
    if (!isAccepted.current) saveDraft(draft)
  }, [draft])

  // Two tabs show one draft: this tab must not send again what the other one has sent.
  useEffect(() => {
    const follow = ({ key, oldValue, newValue }: StorageEvent) => {
      if (key !== storageKey || newValue !== null || draft.submission) return
      if (!isUntouched(draft) && !isSameOrder(draft, parseDraft(oldValue))) return
      setDraft(freshDraft())
      onSentElsewhere()
    }
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  })

  return {
    draft,
    update: (next: Partial<Draft>) =>
      setDraft((previous) => ({
        ...previous,
        key: previous.key || randomId(),
        // Once the customer changes the order, they no longer insist on the old one.
        ...(('lines' in next || 'location' in next) && { insists: false }),
        ...next,
      })),
    /**
     * Applies a change that the shop made. Unlike `update`, it does not give an empty draft a key.
     */
    follow: (next: Partial<Draft>) => setDraft((previous) => ({ ...previous, ...next })),
    /**
     * Called when the order is accepted: the device forgets the draft, while the screen still shows
     * it.
     */
    drop: () => {
      isAccepted.current = true
      clearDraft()
    },
    startOver: () => {
      isAccepted.current = false
      setDraft(freshDraft())
    },
  }
}
