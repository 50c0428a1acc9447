import type { StatementPreview } from '@strand/contracts/money/bank-statement'
import { Button } from '../../shared/buttons/button.tsx'

/** Which of the accounts of a file is meant. The one that is being read is the shop's, by its number. */
export const AccountQuestion = ({
  preview: { accounts, account },
  onAnswer,
}: {
  preview: StatementPreview
  onAnswer: (account: string) => void
}) => (
  <section className="form-card date-question" aria-labelledby="account-question">
    <h2 id="account-question">The file has {accounts.length} accounts. Which one is meant?</h2>
    <p>Only its lines are read. Nothing is taken of the others.</p>
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
