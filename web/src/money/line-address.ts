import type { BankLine } from '@strand/contracts/money/bank-line'

const lineForms = ['match', 'unmatch', 'setaside', 'owe', 'compare'] as const
export type LineForm = (typeof lineForms)[number]

const ownParameters = ['line', 'on', 'do']

export const withLine = (
  params: URLSearchParams,
  { lineId, bookedOn }: Pick<BankLine, 'lineId' | 'bookedOn'>,
  form?: LineForm,
): string => {
  const next = new URLSearchParams(params)
  next.set('line', lineId)
  next.set('on', bookedOn)
  if (form) next.set('do', form)
  else next.delete('do')
  return `?${next}`
}

export const withForm = (params: URLSearchParams, form: LineForm | null): URLSearchParams => {
  const next = new URLSearchParams(params)
  if (form) next.set('do', form)
  else next.delete('do')
  return next
}

export const withoutLine = (params: URLSearchParams): URLSearchParams => {
  const next = new URLSearchParams(params)
  for (const name of ownParameters) next.delete(name)
  return next
}

export const openLineOf = (params: URLSearchParams) => ({
  lineId: params.get('line'),
  on: params.get('on'),
  form: lineForms.find((form) => form === params.get('do')) ?? null,
})
