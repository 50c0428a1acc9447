import { Rejected } from '@strand/platform/errors'
import { otherContent, type Section } from './statement.ts'

const plain = (number: string) => number.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()
const withoutZeros = (number: string) => number.replace(/^0+/, '')

/**
 * Whether a number as a file has it is an account's: banks and spreadsheets put a branch or a code
 * before it, a branch or words behind it, or drop its zeros.
 */
export const isNumberOf = (written: string, accountNumber: string): boolean => {
  const [found, own] = [plain(written), plain(accountNumber)]
  if (found.endsWith(own) || withoutZeros(found) === withoutZeros(own)) return true
  return written.split(/\D+/).includes(own)
}

/**
 * The statements of one account. A file may hold months of one, or several accounts: then it is the
 * one that was asked for, or else the shop's, if only one can be it.
 */
export const chooseAccount = (
  sections: Section[],
  {
    account: asked,
    accountNumber,
  }: { account?: string | undefined; accountNumber?: string | undefined },
): { accounts: string[]; account: string | null; sections: Section[] } => {
  const byNumber = Map.groupBy(sections, ({ account }) => plain(account))
  const named = [...byNumber].filter(([number]) => number !== '').map(([, of]) => of)
  const accounts = named.flatMap(([first]) => (first ? [first.account] : []))
  if (accounts.length < 2) return { accounts, account: accounts[0] ?? null, sections }
  if (byNumber.has(''))
    throw otherContent('The file holds several accounts, and not each of its statements names one')
  const isAsked = (account: string) => asked !== undefined && plain(account) === plain(asked)
  if (asked !== undefined && !accounts.some(isAsked))
    throw new Rejected('invalid', `The file has no account ${asked.slice(0, 40)}`)
  const own = accounts.filter(
    (account) => accountNumber !== undefined && isNumberOf(account, accountNumber),
  )
  const account = accounts.find(isAsked) ?? (own.length === 1 ? (own[0] ?? null) : null)
  return {
    accounts,
    account,
    sections: account === null ? [] : (byNumber.get(plain(account)) ?? []),
  }
}
