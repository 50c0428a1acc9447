import { useEffect, useState } from 'react'

export type Rules = typeof import('./rules.ts')

/** The form's rules, which load after its first step is shown; null until then. Decision 170. */
export const useRules = (): Rules | null => {
  const [rules, setRules] = useState<Rules | null>(null)
  useEffect(() => {
    void loadRules().then(setRules)
  }, [])
  return rules
}

const loadRules = async (): Promise<Rules> => {
  try {
    return await import('./rules.ts')
  } catch {
    // Offline, most likely: what one types is kept, and this import is retried.
    await new Promise((resolve) => setTimeout(resolve, 5_000))
    return loadRules()
  }
}
