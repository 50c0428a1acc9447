import { fold } from '@strand/contracts/folding'
import type { Colleague } from '@strand/contracts/order/notes'

const atName = (name: string) => `@${name}`

/**
 * The part of a name that the user is typing: the text between an `@` and the caret. Null if there
 * is no `@`.
 */
export const nameBeing = (text: string, caret: number): string | null =>
  /(?:^|\s)@([^\s@][^@\n]{0,40}|)$/.exec(text.slice(0, caret))?.[1] ?? null

/** The first few colleagues whose name contains a word that begins with the typed text. */
export const suggestedFor = (typed: string, colleagues: readonly Colleague[]): Colleague[] => {
  const wanted = fold(typed)
  return colleagues
    .filter(({ name }) => ` ${fold(name)}`.includes(` ${wanted}`))
    .filter(({ name }) => fold(name) !== wanted)
    .slice(0, 6)
}

/**
 * The text with a colleague's full name in place of the typed part, and the new position of the
 * caret.
 */
export const withName = (text: string, caret: number, { name }: Colleague) => {
  const start = text.slice(0, caret).lastIndexOf('@')
  const before = `${text.slice(0, start)}${atName(name)} `
  return { text: before + text.slice(caret).trimStart(), caret: before.length }
}

export const mentionedIn = (text: string, colleagues: readonly Colleague[]): string[] =>
  colleagues
    .filter(({ name }) => fold(text).includes(fold(atName(name))))
    .map(({ userid }) => userid)
