import { useEffect, useState } from 'react'
import { keepLoading } from '../../../shared/browser/keep-loading.ts'

export type Rules = typeof import('./rules.ts')

/** The form's rules, which load after the first step is shown; null until then. */
export const useRules = (): Rules | null => {
  const [rules, setRules] = useState<Rules | null>(null)
  useEffect(() => {
    void keepLoading(() => import('./rules.ts')).then(setRules)
  }, [])
  return rules
}
