import type { BankLineStatus } from '@strand/contracts/money/bank-line'
import { ButtonLink } from '../../shared/buttons/button.tsx'
import { ClearableEmpty } from '../../shared/list/clearable-empty.tsx'
import { isFiltered } from '../../shared/list/list-state.ts'
import type { ListControls } from '../../shared/list/use-list-state.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { usePermission } from '../../shared/session/use-permission.ts'
import type { LineTab } from '../tabs.ts'

const texts: Record<BankLineStatus, [title: string, text: string]> = {
  unmatched: [
    'No money is waiting for its order',
    'Every transfer of the imported statements pays for an order or is set aside.',
  ],
  matched: [
    'No line is matched',
    'A transfer is listed here once someone has said which orders it pays for.',
  ],
  setaside: [
    'No line is set aside',
    'Money that isn’t for an order, such as a refund or the owner’s own, is listed here.',
  ],
  probablysame: [
    'No line looks like another',
    'Lines that another file may already contain are listed here until someone decides.',
  ],
  debit: ['No money left the account', 'Money that left the account is listed here.'],
}

/** The text of an empty tab. Before the first import, the text says how to get a statement. */
export const NoLines = ({
  tab: { status },
  controls,
  hasStatements,
}: {
  tab: LineTab
  controls: ListControls
  hasStatements: boolean
}) => {
  if (isFiltered(controls.state))
    return (
      <ClearableEmpty controls={controls}>
        <h2>No line matches</h2>
        <p>It may be on another tab.</p>
      </ClearableEmpty>
    )
  if (!hasStatements) return <NoStatement />
  const [title, text] = texts[status]
  return (
    <>
      <h2>{title}</h2>
      <p>{text}</p>
    </>
  )
}

export const NoStatement = () => {
  const mayImport = usePermission('money.manage')
  return (
    <div className="no-statement">
      <h2>No statement has been imported yet</h2>
      <p>
        A statement shows which money has arrived, so you can approve orders by it instead of by
        pictures.
      </p>
      <ol>
        <li>Open your bank’s app or website, and go to the account’s statement.</li>
        <li>Choose the days, for example since the oldest order that is waiting.</li>
        <li>
          Download it as <strong>CSV, Excel, OFX, CAMT.053 or MT940</strong>; a PDF cannot be read.
          If the bank offers only a PDF, ask it for one of these.
        </li>
        <li>Import the file here. Lines that are already known are never added twice.</li>
      </ol>
      {mayImport ? (
        <ButtonLink variant="primary" to={paths.importStatement}>
          Import a statement
        </ButtonLink>
      ) : (
        <p>Only administrators can import statements.</p>
      )}
    </div>
  )
}
