import type { BulkAnswer } from '@strand/contracts/bulk'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { BulkOutcomeDialog } from './bulk-outcome-dialog.tsx'

type Named<Row> = {
  singular: string
  idOf: (row: Row) => string
  nameOf: (row: Row) => string
}

/**
 * Reports the rows that a bulk action could not change. Remembers the names of all rows that the
 * list has shown, because by then a row may be on another page, or in no list.
 */
export const useBulkOutcome = <Row,>(
  { singular, idOf, nameOf }: Named<Row>,
  shown: readonly Row[] | undefined,
) => {
  const [failed, setFailed] = useState<BulkAnswer['failed']>([])
  const names = useRef(new Map<string, string>())
  useEffect(() => {
    for (const row of shown ?? []) names.current.set(idOf(row), nameOf(row))
  }, [shown, idOf, nameOf])
  const dialog: ReactNode = failed.length > 0 && (
    <BulkOutcomeDialog
      failed={failed}
      nameOf={(id) => names.current.get(id) ?? `Another ${singular}`}
      onClose={() => setFailed([])}
    />
  )
  return { onRefused: setFailed, dialog }
}
