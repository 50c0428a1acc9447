import { lazy, Suspense, useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { ButtonLink } from '../../shared/buttons/button.tsx'
import { NoticeBox } from '../../shared/feedback/notice-box.tsx'
import { Outline } from '../../shared/feedback/outline.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { usePageTitle } from '../../shared/navigation/use-page-title.ts'
import { usePermission } from '../../shared/session/use-permission.ts'
import './import.css'
import { ChooseFile } from './choose-file.tsx'
import { ImportProgress, ReadingProgress } from './import-progress.tsx'
import { Preview } from './preview.tsx'
import { type ImportStep, useImport } from './use-import.ts'
import { useImportedStatement } from './use-imported-statement.ts'

const ImportDone = lazy(async () => ({
  default: (await import('./import-done.tsx')).ImportDone,
}))

const titles: Record<ImportStep['at'], string> = {
  choosing: 'Import a statement',
  reading: 'Reading the file',
  preview: 'What the file says',
  importing: 'Importing',
  done: 'Imported',
}
const undoneTitle = 'Import undone'

/** `/dashboard/money?view=import`: lets the user choose a bank's file, preview it and import it. */
export const ImportView = () => {
  const mayImport = usePermission('money.manage')
  if (mayImport) return <Import />
  return (
    <div className="list-empty">
      <h1>{titles.choosing}</h1>
      <p>Only administrators can import statements.</p>
      <ButtonLink to={paths.money}>Back to Money</ButtonLink>
    </div>
  )
}

const Import = () => {
  const { step, failure, read, start, restart } = useImport()
  const heading = useRef<HTMLHeadingElement>(null)
  const { at } = step
  const statement = useImportedStatement(at === 'done' ? step.imported.statementId : null)
  const isUndone = Boolean(statement?.takenBack)
  const title = isUndone ? undoneTitle : titles[at]
  usePageTitle(title)
  const isFirst = useRef(true)
  // Moves the focus to each new step, so that a screen reader reads its title.
  useEffect(() => {
    if (isFirst.current) isFirst.current = false
    else if (title) heading.current?.focus()
  }, [title])
  return (
    <div className="import">
      <Link className="import-back" to={paths.money}>
        Back to Money
      </Link>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {failure && <NoticeBox kind="failure" title={failure.title} text={failure.text} />}
      {step.at === 'choosing' && <ChooseFile bankAccountId={step.bankAccountId} onChoose={read} />}
      {step.at === 'reading' && <ReadingProgress {...step} onCancel={restart} />}
      {step.at === 'preview' && (
        <Preview
          // A new preview gets a new key, so that the user's answers to an earlier preview are
          // dropped.
          key={step.preview.previewId}
          {...step}
          onRead={read}
          onImport={(confirm) => void start(step.chosen, step.preview, confirm)}
          onRestart={restart}
        />
      )}
      {step.at === 'importing' && <ImportProgress {...step} />}
      {step.at === 'done' && (
        <Suspense fallback={<Outline what="outcome" rows={4} />}>
          <ImportDone {...step} statement={statement} onRestart={restart} />
        </Suspense>
      )}
    </div>
  )
}
