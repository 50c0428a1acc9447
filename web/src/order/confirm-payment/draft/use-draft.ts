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

export const useDraft = (onSentElsewhere: () => void) => {
  const [draft, setDraft] = useState(loadDraft)
  const isAccepted = useRef(false)

  useEffect(() => {
    if (!isAccepted.current) saveDraft(draft)
  }, [draft])

  // If another tab has sent the draft, this tab must not send it again.
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
        // After changing the order, the customer no longer insists on the order as it was.
        ...(('lines' in next || 'location' in next) && { insists: false }),
        ...next,
      })),
    /**
     * Applies a change that comes from the shop. Unlike `update`, this does not give an empty draft
     * a key.
     */
    follow: (next: Partial<Draft>) => setDraft((previous) => ({ ...previous, ...next })),
    /**
     * Removes the draft from the device once its order was accepted. The screen still shows the
     * draft.
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
