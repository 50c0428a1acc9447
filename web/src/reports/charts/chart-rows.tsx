import type { ReactNode } from 'react'

/** A chart's numbers as a table. The first cell of each row is its name. */
export const ChartRows = ({
  caption,
  head,
  rows,
  className = '',
}: {
  caption: string
  head: readonly string[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
  className?: string
}) => (
  <table className={`chart-rows ${className}`}>
    <caption className="for-screen-readers">{caption}</caption>
    <thead>
      <tr>
        {head.map((text) => (
          <th key={text} scope="col">
            {text}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ key, cells: [name, ...others] }) => (
        <tr key={key}>
          <th scope="row">{name}</th>
          {others.map((cell, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a row keep their columns
            <td key={at}>{cell}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
