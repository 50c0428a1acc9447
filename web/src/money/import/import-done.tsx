import type { ImportedStatement } from '@strand/contracts/money/bank-statement'
import { Button, ButtonLink } from '../../shared/buttons/button.tsx'
import { NoticeBox } from '../../shared/feedback/notice-box.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import type { Chosen } from './import-calls.ts'
import { outcomeWords } from './preview-words.ts'

/** What an import brought, and where that is. */
export const ImportDone = ({
  chosen,
  imported,
  onRestart,
}: {
  chosen: Chosen
  imported: ImportedStatement
  onRestart: () => void
}) => (
  <>
    <NoticeBox
      kind="success"
      title={outcomeWords(imported)}
      text={`${chosen.file.name} is imported.`}
    />
    <div className="import-next">
      <ButtonLink variant="primary" to={paths.money}>
        To the unmatched lines
      </ButtonLink>
      {imported.probablySame > 0 && (
        <ButtonLink to={paths.moneyTab('probablysame')}>Lines that look known</ButtonLink>
      )}
      <Button onClick={onRestart}>Import another</Button>
    </div>
  </>
)
