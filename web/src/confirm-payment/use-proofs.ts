import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Proof, Proofs } from './proofs.ts'

const none: Proof[] = []
const nothingChanges = () => () => undefined

/**
 * The picked proofs of payment. Those that failed for lack of a network resume when it is back. The
 * code that scales and uploads them loads after the first render: `proofs` is null until then.
 */
export const useProofs = (): { list: Proof[]; proofs: Proofs | null } => {
  const [proofs, setProofs] = useState<Proofs | null>(null)
  const list = useSyncExternalStore(
    proofs?.subscribe ?? nothingChanges,
    proofs?.current ?? (() => none),
  )
  useEffect(() => {
    void loadProofs().then(setProofs)
  }, [])
  useEffect(() => {
    if (!proofs) return
    void proofs.restore()
    const resume = () => void proofs.retryFailed()
    window.addEventListener('online', resume)
    return () => window.removeEventListener('online', resume)
  }, [proofs])
  return { list, proofs }
}

const loadProofs = async (): Promise<Proofs> => {
  try {
    return (await import('./proof-engine.ts')).proofs
  } catch {
    // Offline, most likely: the rest of the form keeps working, and this import is retried.
    await new Promise((resolve) => setTimeout(resolve, 5_000))
    return loadProofs()
  }
}
