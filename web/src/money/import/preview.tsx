import { isDoubtful, type StatementPreview } from '@strand/contracts/money/bank-statement'
import type { StatementMapping } from '@strand/contracts/money/statement'
import { lazy, Suspense, useId, useState } from 'react'
import { Button } from '../../shared/buttons/button.tsx'
import type { Chosen } from './import-calls.ts'
import { NotMoneyRows, RefusedRows } from './left-out-rows.tsx'
import { columnNames } from './mapping.ts'
import { PreviewFacts } from './preview-facts.tsx'
import { PreviewLines } from './preview-lines.tsx'
import {
  AccountQuestion,
  DateQuestion,
  DirectionQuestion,
  DirectionWordQuestion,
  OverlapQuestion,
  StateColumnQuestion,
  StateQuestion,
  TextQuestion,
} from './preview-questions.tsx'
import { importObstacles } from './preview-words.ts'

// The form loads lazily, because most files have column headings that we understand.
const MappingForm = lazy(async () => ({
  default: (await import('./mapping-form.tsx')).MappingForm,
}))

/** A preview of the file, with fields for corrections, and the button that imports the file. */
export const Preview = ({
  chosen,
  preview,
  onRead,
  onImport,
  onRestart,
}: {
  chosen: Chosen
  preview: StatementPreview
  onRead: (chosen: Chosen) => void
  onImport: (confirm: boolean) => void
  onRestart: () => void
}) => {
  const reasonId = useId()
  const [isConfirmed, setConfirmed] = useState(false)
  // The question about unknown columns comes first, because the answer may also show the direction.
  const isDirectionAsked = preview.directionUnclear && preview.perhapsStates.length === 0
  const obstacles = importObstacles(preview, isConfirmed)
  const { mapping, overlap } = preview
  const readAgain = (corrected: StatementMapping) => onRead({ ...chosen, mapping: corrected })
  // Sends the date order only if the user chose it. Otherwise null makes the server detect it
  // again, because a different choice of columns may lead to a different date order.
  const dateOrder = chosen.mapping?.dateOrder ?? null
  return (
    <>
      <p className="import-file">{chosen.file.name}</p>
      {preview.accountUnclear && (
        <AccountQuestion preview={preview} onAnswer={(account) => onRead({ ...chosen, account })} />
      )}
      {mapping && (preview.dateOrderUnclear || dateOrder !== null) && (
        <DateQuestion
          preview={preview}
          answer={dateOrder}
          onAnswer={(order) => readAgain({ ...mapping, dateOrder: order })}
        />
      )}
      {isDoubtful(overlap) && (
        <OverlapQuestion preview={preview} isConfirmed={isConfirmed} onAnswer={setConfirmed} />
      )}
      {mapping && preview.sample && preview.perhapsStates.length > 0 && (
        <StateColumnQuestion
          perhapsStates={preview.perhapsStates}
          names={columnNames(preview.sample, mapping)}
          onAnswer={(said) =>
            readAgain({ ...mapping, dateOrder, columns: { ...mapping.columns, ...said } })
          }
        />
      )}
      {mapping && preview.unknownStates.length > 0 && (
        <StateQuestion
          words={preview.unknownStates}
          onAnswer={(states) =>
            readAgain({ ...mapping, dateOrder, states: { ...mapping.states, ...states } })
          }
        />
      )}
      {mapping && preview.unknownDirections.length > 0 && (
        <DirectionWordQuestion
          words={preview.unknownDirections}
          onAnswer={(directions) =>
            readAgain({
              ...mapping,
              dateOrder,
              directions: { ...mapping.directions, ...directions },
            })
          }
        />
      )}
      {mapping && isDirectionAsked && (
        <DirectionQuestion
          onAnswer={() => readAgain({ ...mapping, dateOrder, creditsOnly: true })}
        />
      )}
      <RefusedRows refused={preview.refused} mapping={mapping} />
      <NotMoneyRows notMoney={preview.notMoney} />
      <PreviewFacts preview={preview} />
      {preview.narrationUnclear && (
        <TextQuestion onAnswer={() => onRead({ ...chosen, hasNoTexts: true })} />
      )}
      {mapping && preview.sample && (
        <Suspense>
          <MappingForm
            mapping={{ ...mapping, dateOrder }}
            sample={preview.sample}
            isOpen={preview.refused.length > 0 || preview.narrationUnclear || isDirectionAsked}
            onRead={readAgain}
          />
        </Suspense>
      )}
      <div className="import-next">
        <Button
          variant="primary"
          disabled={obstacles.length > 0}
          aria-describedby={obstacles.length > 0 ? reasonId : undefined}
          onClick={() => onImport(isConfirmed)}
        >
          Import
        </Button>
        <Button onClick={onRestart}>Choose another file</Button>
        {obstacles.length > 0 && (
          <p id={reasonId} className="import-obstacles">
            {obstacles.join(' ')}
          </p>
        )}
      </div>
      <PreviewLines preview={preview} />
    </>
  )
}
