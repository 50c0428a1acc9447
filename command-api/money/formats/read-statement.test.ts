import { random } from '@strand/platform/testing/random'
import { describe, expect, it } from 'vitest'
import { dialects, withBalances } from '../testing/statement-files.ts'
import { closingOf, type MadeStatement, makeStatement } from '../testing/statement-lines.ts'
import { readStatement } from './read-statement.ts'

const made = makeStatement(40, random)

const plain = (lines: MadeStatement['lines']) =>
  lines.map(({ bookedOn, amountKobo, narration, reference }) => ({
    bookedOn,
    amountKobo,
    narration,
    reference,
  }))

describe('one statement in every dialect', () => {
  for (const [name, write] of Object.entries(dialects))
    it(`${name}: gives the same days, amounts and narrations`, () => {
      const statement = readStatement(write(made))
      // Either order of lines is fine, and a batch puts equal lines beside each other.
      const lines = plain(statement.lines as MadeStatement['lines'])
      expect(name === 'semicolons' ? lines.toReversed() : lines).toEqual(plain(made.lines))
      expect(statement).toMatchObject({
        refused: [],
        dateOrderUnclear: false,
        from: made.lines[0]?.bookedOn,
        to: made.lines.at(-1)?.bookedOn,
        closingBalanceKobo: closingOf(made),
        ...(withBalances.includes(name)
          ? { balanced: true, openingBalanceKobo: made.openingKobo }
          : { balanced: null }),
      })
      const isPlainTable = ['semicolons', 'tabs', 'american', 'european', 'xlsx'].includes(name)
      expect(statement.accounts).toEqual(isPlainTable ? [] : [made.accountNumber])
      expect(statement.currencies).toEqual(isPlainTable ? [] : ['NGN'])
    })

  for (const name of withBalances)
    it(`${name}: an account may be overdrawn before and after its lines`, () => {
      const overdrawn = {
        ...made,
        openingKobo: made.openingKobo - 3 * Math.abs(closingOf(made)) - 1e10,
      }
      expect(readStatement((dialects[name] as (typeof dialects)[string])(overdrawn))).toMatchObject(
        {
          balanced: true,
          refused: [],
          openingBalanceKobo: overdrawn.openingKobo,
          closingBalanceKobo: closingOf(overdrawn),
        },
      )
    })
})
