import type { Uploaded } from '@strand/contracts/uploads'
import { useEffect, useState } from 'react'
import { keepLoading } from '../../../shared/browser/keep-loading.ts'
import { createStore, useStore } from '../../../shared/browser/store.ts'
import type { Proof, ProofUploader } from './proof-uploader.ts'

export const uploadedOf = (proofs: Proof[]): Uploaded[] =>
  proofs.flatMap(({ uploaded }) => (uploaded ? [uploaded] : []))

const noProofs = createStore<Proof[]>([])

/**
 * The picked proofs. Failed uploads are retried when the network returns. `uploader` is null until
 * its code has loaded, which happens after the first render.
 */
export const useProofs = (): { list: Proof[]; uploader: ProofUploader | null } => {
  const [uploader, setUploader] = useState<ProofUploader | null>(null)
  const list = useStore(uploader?.proofs ?? noProofs)
  useEffect(() => {
    void keepLoading(() => import('./browser-proof-uploader.ts')).then(({ proofUploader }) =>
      setUploader(proofUploader),
    )
  }, [])
  useEffect(() => {
    if (!uploader) return
    void uploader.restore()
    const resume = () => void uploader.retryFailed()
    window.addEventListener('online', resume)
    return () => window.removeEventListener('online', resume)
  }, [uploader])
  return { list, uploader }
}
