import type { BankLineStatus } from '@strand/contracts/money/bank-line'
import { paths } from '../shared/navigation/paths.ts'

export type LineTab = { status: BankLineStatus; text: string; noun: string }

/** The tabs of lines. `/dashboard/money` opens the first. */
export const lineTabs: LineTab[] = [
  { status: 'unmatched', text: 'Unmatched', noun: 'unmatched lines' },
  { status: 'matched', text: 'Matched', noun: 'matched lines' },
  { status: 'setaside', text: 'Set aside', noun: 'lines set aside' },
  { status: 'probablysame', text: 'Probably the same', noun: 'possible duplicates' },
  { status: 'debit', text: 'Debits', noun: 'debits' },
]

/**
 * The tabs that do not list lines with one status. Here, `status` is the name of the tab's count.
 */
export const takenBackTab = { status: 'takenback', text: 'Taken back' } as const
export const owedTab = { status: 'owed', text: 'Owed back' } as const
export const statementsTab = { status: 'statements', text: 'Statements' } as const

export type MoneyTab = LineTab | typeof takenBackTab | typeof owedTab | typeof statementsTab

const [firstTab] = lineTabs as [LineTab]

export const moneyTabOf = (params: URLSearchParams): MoneyTab => {
  const named = params.get('tab')
  return (
    [...lineTabs, takenBackTab, owedTab, statementsTab].find(({ status }) => status === named) ??
    firstTab
  )
}

/** The address of a tab; the first tab's address has no `tab` parameter. */
export const tabAddress = (tab: string): string =>
  tab === firstTab.status ? paths.money : paths.moneyTab(tab)
