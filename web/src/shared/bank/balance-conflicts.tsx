import { counted } from '@strand/contracts/counted'
import type { AccountConflicts } from '@strand/contracts/money/account-conflict'
import { conflictWords, nameOfFile, pairsOf } from './conflict-words.ts'
import './unbalanced.css'

/** How many days to name for each pair of files. The other days are only counted. */
const maxNamed = 3

export const BalanceConflicts = ({ conflicts, conflictDays }: AccountConflicts) => (
  <ul className="balance-conflicts">
    {pairsOf(conflicts).map(({ first, second, days }) => (
      <li key={`${first.statementId} ${second.statementId}`}>
        <strong>{nameOfFile(first)}</strong> and <strong>{nameOfFile(second)}</strong> disagree
        about the balance:
        <ul>
          {days.slice(0, maxNamed).map((conflict) => (
            <li key={`${conflict.day} ${conflict.kind}`}>{conflictWords(conflict)}</li>
          ))}
          {days.length > maxNamed && <li>and on {moreDays(days.length - maxNamed)}</li>}
        </ul>
      </li>
    ))}
    {conflictDays > conflicts.length && (
      <li>Files disagree on {moreDays(conflictDays - conflicts.length)} before these.</li>
    )}
  </ul>
)

const moreDays = (count: number) => counted(count, 'more day')
