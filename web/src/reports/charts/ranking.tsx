import type { ReactNode } from 'react'
import './charts.css'

export type Ranked = { key: string; name: ReactNode; value: number }

/** A table whose numbers are drawn as well: a bar below each name. */
export const Ranking = ({
  caption,
  head,
  rows,
  format,
}: {
  caption: string
  head: [name: string, value: string]
  rows: readonly Ranked[]
  format: (value: number) => string
}) => {
  const most = Math.max(1, ...rows.map(({ value }) => value))
  return (
    <table className="chart-rows ranking">
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
        {rows.map(({ key, name, value }) => (
          <tr key={key}>
            <th scope="row">
              {name}
              <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
                <rect
                  className="bar-chart-bar"
                  width={(Math.max(0, value) / most) * 100}
                  height="1"
                />
              </svg>
            </th>
            <td>{format(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
