import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Draft } from '../draft/draft.ts'
import type { Rules } from './use-rules.ts'

/**
 * Keeps the step in the URL, so that a phone's Back button leads to the previous step instead of
 * leaving the form. If the URL names no step, the customer continues at the step that they had
 * reached. `step` is null until the rules know whether a later step may be shown.
 */
export const useStep = (
  draft: Draft,
  update: (changes: Partial<Draft>) => void,
  rules: Rules | null,
) => {
  const [search, setSearch] = useSearchParams()
  const named = Number(search.get('step') ?? 1)
  const wanted = Math.max(1, Math.trunc(named) || 1)
  const furthest = wanted === 1 ? 1 : (rules?.furthestStep(draft) ?? null)
  const step = furthest && Math.min(wanted, furthest)
  const arrived = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only on arriving at the form
  useEffect(() => {
    if (arrived.current) return
    arrived.current = true
    if (!search.has('step') && draft.step > 1)
      setSearch({ step: String(draft.step) }, { replace: true })
  }, [])

  // Corrects the URL if it names a step that may not be shown yet. Otherwise, the form would jump
  // to that step as soon as the missing field is filled in.
  useEffect(() => {
    if (step !== null && named > step)
      setSearch(step === 1 ? {} : { step: String(step) }, { replace: true })
  }, [named, step, setSearch])

  const goTo = (next: number) => {
    update({ step: next })
    setSearch(next === 1 ? {} : { step: String(next) })
  }
  return { step, goTo }
}
