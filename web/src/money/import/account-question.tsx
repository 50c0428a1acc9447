import type { StatementPreview } from '@strand/contracts/money/bank-statement'
import { Button } from '../../shared/buttons/button.tsx'

/** Which part of a file is meant: an account by its number, or days of one. */
export const AccountQuestion = ({
  preview: { accounts, account },
  onAnswer,
}: {
  preview: StatementPreview
  onAnswer: (account: string) => void
}) => (
  <section className="form-card date-question" aria-labelledby="account-question">
    <h2 id="account-question">The file has {accounts.length} statements. Which one is meant?</h2>
    <p>
      Only its lines are read, and nothing is taken of the others. Import the file once for each.
    </p>
    <div className="import-next">
      {accounts.map((number) => (
        <Button key={number} onClick={() => onAnswer(number)}>
          {number}
          {number === account && <span className="muted">the account that you chose</span>}
        </Button>
      ))}
    </div>
  </section>
)
