import { maxPageSize } from '@strand/contracts/list'
import { bankEndpoints } from '@strand/contracts/money/bank.endpoints'
import type { BankStatement, ImportedStatement } from '@strand/contracts/money/bank-statement'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { call } from '../../shared/api/client.ts'
import { Button, ButtonLink } from '../../shared/buttons/button.tsx'
import { NoticeBox } from '../../shared/feedback/notice-box.tsx'
import { RelativeTime } from '../../shared/format/relative-time.tsx'
import { useReloadBeside } from '../../shared/list/use-reload-beside.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { moneyKey, useMoneyCounts } from '../../shared/server-state/money-counts.ts'
import { isSure } from '../lines/is-sure.ts'
import { linesKey } from '../money-calls.ts'
import type { Chosen } from './import-calls.ts'
import {
  outcomeWords,
  settledWords,
  sureWords,
  takenBackWords,
  withdrawnWords,
} from './preview-words.ts'
import { UndoThisImport } from './undo-this-import.tsx'

/**
 * In milliseconds: the pause between polls. Polling continues after the import, because automatic
 * approvals may take a while.
 */
const lookEvery = 3_000

/**
 * Shows how many orders were approved automatically after the import, and what is left for the
 * user: the sure matches, which the list of unmatched lines ticks from the start, and the payments
 * that the bank took back.
 */
const Settled = ({ imported: { statementId } }: { imported: ImportedStatement }) => {
  const progress = useQuery({
    queryKey: [...moneyKey, 'settled', statementId],
    queryFn: async ({ signal }) =>
      (await call(bankEndpoints.getBankStatement, { params: { statementId }, signal })).result,
    refetchInterval: lookEvery,
  }).data
  const counts = useMoneyCounts(lookEvery).data
  const lines = useQuery({
    queryKey: [...linesKey, 'sure'],
    queryFn: async ({ signal }) => {
      const query = { status: 'unmatched', results: maxPageSize }
      return (await call(bankEndpoints.listBankLines, { query, signal })).result.data
    },
  })
  useReloadBeside(lines, counts)
  if (!progress || !lines.data) return null
  const { from, to } = progress
  const takenBack = counts?.takenback ?? 0
  const sure = lines.data.filter(isSure)
  const ofFile = sure.filter(({ statementIds }) => statementIds.includes(statementId))
  return (
    <div className="import-settled" role="status">
      <p>
        {settledWords(progress.settled)}{' '}
        {progress.settled > 0 && (
          <Link to={`${paths.moneyTab('matched')}&dateFrom=${from}&dateTo=${to}`}>
            See what was paid
          </Link>
        )}
      </p>
      {sure.length > 0 && <p>{sureWords(sure.length, ofFile.length)}</p>}
      {takenBack > 0 && (
        <p>
          {takenBackWords(takenBack)}{' '}
          <Link to={paths.moneyTab('takenback')}>See what was taken back</Link>
        </p>
      )}
    </div>
  )
}

/** `statement` is null until it is known. */
export const ImportDone = ({
  chosen,
  imported,
  statement,
  onRestart,
}: {
  chosen: Chosen
  imported: ImportedStatement
  statement: BankStatement | null
  onRestart: () => void
}) => {
  if (statement?.takenBack)
    return <Undone chosen={chosen} takenBack={statement.takenBack} onRestart={onRestart} />
  return (
    <>
      <NoticeBox
        kind="success"
        title={outcomeWords(imported)}
        text={`${chosen.file.name} is imported.`}
      />
      <Settled imported={imported} />
      <div className="import-next">
        <ButtonLink variant="primary" to={paths.money}>
          To the unmatched lines
        </ButtonLink>
        {imported.probablySame > 0 && (
          <ButtonLink to={paths.moneyTab('probablysame')}>Possible duplicates</ButtonLink>
        )}
        <Button onClick={onRestart}>Import another</Button>
        {statement && <UndoThisImport statement={statement} />}
      </div>
      <p>
        Was it the wrong file? You can also undo the import later, in the list of{' '}
        <Link to={paths.moneyTab('statements')}>statements</Link>.
      </p>
    </>
  )
}

const Undone = ({
  chosen,
  takenBack,
  onRestart,
}: {
  chosen: Chosen
  takenBack: NonNullable<BankStatement['takenBack']>
  onRestart: () => void
}) => (
  <>
    <NoticeBox kind="info" title={`${chosen.file.name} is no longer imported`}>
      <p>
        Undone <RelativeTime at={takenBack.at} /> by {takenBack.by || 'someone'}: {takenBack.reason}
      </p>
      <p>{withdrawnWords(takenBack)}</p>
    </NoticeBox>
    <div className="import-next">
      <Button variant="primary" onClick={onRestart}>
        Import another
      </Button>
      <ButtonLink to={paths.moneyTab('statements')}>To the statements</ButtonLink>
    </div>
  </>
)
