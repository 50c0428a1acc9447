import type { ReportName } from '@strand/contracts/reports/definition'
import type { ReportBy, ReportParameters } from '@strand/contracts/reports/report'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router-dom'
import { Day } from '../../shared/format/dates.tsx'
import { Pager } from '../../shared/list/pager.tsx'
import { cellClass } from '../../shared/list/table/cell-class.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { useTopOfNewPage } from '../../shared/list/use-top-of-new-page.ts'
import { reportPaths } from '../../shared/navigation/report-paths.ts'
import { type ReportColumn, reportColumns, rowNameOf, type ShownRow } from './columns.ts'
import { cutWords } from './cut-words.ts'
import '../../shared/list/table/list-table.css'
import '../../shared/list/table/list-cards.css'

/** The number of rows per page on the screen. A printout shows all rows. */
const pageSize = 100
const noFilters: readonly string[] = []

type TableProps = {
  name: ReportName
  rows: readonly ShownRow[]
  /**
   * The last row, with the totals. Undefined if the table contains only some of the report's rows.
   */
  totals?: ShownRow
  /** The report's parameters. Its first or last day may cut a week or month short. */
  asked: Pick<ReportParameters, 'from' | 'to' | 'by'>
  nameOf: (userid: string) => string
}

/** The header of the column with a row's period. A week or month is named by its first day. */
const periodHeaders: Record<ReportBy, string> = {
  day: 'Day',
  week: 'Week from',
  month: 'Month from',
}

/** The rows of a report, one page at a time, and the totals. */
export const ReportTable = (props: TableProps) => {
  const controls = useListState(noFilters, pageSize)
  const onPaper = useOnPaper()
  const list = useTopOfNewPage(controls.state.page, true)
  const first = (controls.state.page - 1) * pageSize
  const shown = onPaper ? props.rows : props.rows.slice(first, first + pageSize)
  return (
    <div ref={list} className="list-view">
      <RowsTable {...props} rows={shown} />
      {props.rows.length > pageSize && !onPaper && (
        <Pager total={props.rows.length} noun="rows" controls={controls} />
      )}
    </div>
  )
}

export const RowsTable = ({ name, rows, totals, ...shown }: TableProps) => {
  const columns = reportColumns[name]
  const named = rowNameOf(name)
  const { by } = shown.asked
  const periodHeader = by && periodHeaders[by]
  return (
    <div className="list-table-frame">
      <table className="list-table report-table">
        <caption className="for-screen-readers">Rows of the report</caption>
        <thead>
          <tr>
            {periodHeader && <th scope="col">{periodHeader}</th>}
            {named && <th scope="col">{named.header}</th>}
            {columns.map(({ header, secondary }) => (
              <th key={header} scope="col" className={cellClass({ numeric: true, secondary })}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.period} ${named && row[named.id]}`} className="list-row">
              <RowName name={name} row={row} periodHeader={periodHeader} {...shown} />
              <Cells columns={columns} row={row} />
            </tr>
          ))}
          {totals && (
            <tr className="list-row report-totals">
              <th
                scope="row"
                className="list-cell-headline"
                colSpan={periodHeader && named ? 2 : undefined}
              >
                All together
              </th>
              <Cells columns={columns} row={totals} />
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

const RowName = ({
  name,
  row,
  periodHeader,
  asked,
  nameOf,
}: Pick<TableProps, 'name' | 'asked' | 'nameOf'> & {
  row: ShownRow
  periodHeader: string | null
}) => {
  const named = rowNameOf(name)
  const text = String(named && row[named.field])
  const period = periodHeader && <Period period={String(row.period)} asked={asked} />
  return (
    <>
      {period &&
        (named ? (
          <td data-label={periodHeader}>{period}</td>
        ) : (
          <th scope="row" className="list-cell-headline">
            {period}
          </th>
        ))}
      {named && (
        <th scope="row" className="list-cell-headline">
          {name === 'staff' ? nameOf(text) : text || named.nothing}
        </th>
      )}
    </>
  )
}

/**
 * A row's period, named by its first day. If the period is a single day, links to the day's close.
 */
const Period = ({ period, asked }: Pick<TableProps, 'asked'> & { period: string }) => {
  const day = <Day on={period} />
  if (asked.by === 'day') return <Link to={reportPaths.dayCloseOf(period)}>{day}</Link>
  const cut = cutWords(period, asked)
  return (
    <>
      {day}
      {cut && <small className="report-cut whole">{cut}</small>}
    </>
  )
}

const Cells = ({ columns, row }: { columns: readonly ReportColumn[]; row: ShownRow }) =>
  columns.map(({ header, field, format, secondary }) => {
    const value = row[field]
    return (
      <td key={field} data-label={header} className={cellClass({ numeric: true, secondary })}>
        {typeof value === 'number' ? format(value) : <span className="muted">–</span>}
      </td>
    )
  })

/** Whether the page is being printed. A printout needs all rows at once. */
const useOnPaper = (): boolean => {
  const [onPaper, setOnPaper] = useState(false)
  useEffect(() => {
    // Synchronous, because the browser prints the page as it is when this handler returns.
    const begin = () => flushSync(() => setOnPaper(true))
    const end = () => setOnPaper(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return onPaper
}
