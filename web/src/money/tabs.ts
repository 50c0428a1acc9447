import type { BankLineStatus } from '@strand/contracts/money/bank-line'
import { paths } from '../shared/navigation/paths.ts'

export type LineTab = { status: BankLineStatus; text: string; noun: string }

/** The tabs of lines; the first is where `/dashboard/money` begins. */
export const lineTabs: LineTab[] = [
  { status: 'unmatched', text: 'Unmatched', noun: 'unmatched lines' },
  { status: 'matched', text: 'Matched', noun: 'matched lines' },
  { status: 'setaside', text: 'Set aside', noun: 'lines set aside' },
  { status: 'probablysame', text: 'Probably the same', noun: 'lines that look known' },
  { status: 'debit', text: 'Debits', noun: 'debits' },
]

/** What the counts call it too. */
export const statementsTab = 'statements'

const [firstTab] = lineTabs as [LineTab]

/** The tab of lines that an address names; null for the statements. */
export const lineTabOf = (params: URLSearchParams): LineTab | null => {
  const named = params.get('tab')
  if (named === statementsTab) return null
  return lineTabs.find(({ status }) => status === named) ?? firstTab
}

/** The first tab has no name in its address. */
export const tabAddress = (tab: string): string =>
  tab === firstTab.status ? paths.money : paths.moneyTab(tab)
