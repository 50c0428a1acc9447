import type { ReactNode } from 'react'

type Row = readonly [name: ReactNode, ...numbers: ReactNode[]]

/** A small table in the sheet for a day or month, with the sum of its rows. */
export const DayTable = ({
  title,
  head,
  rows,
  sum,
}: {
  title: string
  head: readonly string[]
  rows: readonly Row[]
  sum?: Row | undefined
}) => (
  <section>
    <table className="day-table">
      <caption>{title}</caption>
      <thead>
        <tr>
          {head.map((text) =>
            text === '' ? (
              <td key="names" />
            ) : (
              <th key={text} scope="col">
                {text}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {[...rows, ...(sum ? [sum] : [])].map((row, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a sheet keep their places
          <tr key={nth} className={row === sum ? 'day-sum' : undefined}>
            <th scope="row">{row[0]}</th>
            {row.slice(1).map((number, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the numbers of a row keep their columns
              <td key={at}>{number}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
