import type { ReactNode } from 'react'
import { ChartRows } from './chart-rows.tsx'
import './charts.css'

export type Ranked = { key: string; name: ReactNode; value: number }

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
    <ChartRows
      className="ranking"
      caption={caption}
      head={head}
      rows={rows.map(({ key, name, value }) => ({
        key,
        cells: [
          <>
            {name}
            <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
              <rect
                className="bar-chart-bar"
                width={(Math.max(0, value) / most) * 100}
                height="1"
              />
            </svg>
          </>,
          format(value),
        ],
      }))}
    />
  )
}
