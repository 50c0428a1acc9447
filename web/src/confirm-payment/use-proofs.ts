import { useEffect, useSyncExternalStore } from 'react'
import { upload } from '../shared/upload.ts'
import { deviceShelf } from './draft-files.ts'
import { createProofs, type Proof, type Proofs } from './proofs.ts'
import { scalePhoto } from './scale-photo.ts'

// One for the page's life: an upload goes on while the customer reads the terms.
const proofs = createProofs({ upload, prepare: scalePhoto, shelf: deviceShelf, now: Date.now })

/** The picked proofs of payment; those that failed for want of a network go on when it is back. */
export const useProofs = (): { list: Proof[]; proofs: Proofs } => {
  const list = useSyncExternalStore(proofs.subscribe, proofs.current)
  useEffect(() => {
    void proofs.restore()
    const resume = () => void proofs.retryFailed()
    window.addEventListener('online', resume)
    return () => window.removeEventListener('online', resume)
  }, [])
  return { list, proofs }
}
