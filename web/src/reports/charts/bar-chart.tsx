import type { ReactNode } from 'react'
import { heightOf, type Scale, scaleOf } from './scale.ts'
import './charts.css'

type Bar = {
  key: string
  label: string
  value: number
  /** The value on the matching day of the previous period, drawn as a line across the bars. */
  before?: number | undefined
}

/**
 * The width of a bar, and of the gap after it, in the drawing's own units. The drawing is stretched
 * to fill its space.
 */
const width = 10
const gap = 2

/**
 * A bar for each day, and a line for the previous period. Texts are HTML beside the drawing,
 * because text inside the drawing would be stretched, too.
 */
export const BarChart = ({
  bars,
  format,
  formatAxis = format,
  before,
  ...frame
}: {
  title: string
  /** The chart in words, for people who cannot see it. */
  summary: string
  bars: readonly Bar[]
  format: (value: number) => string
  /** How to format the numbers beside the axis, where there is less room. Default: `format`. */
  formatAxis?: (value: number) => string
  /** The caption for the line. Its space is reserved until the line's numbers have loaded. */
  before?: string
  /** The same numbers as a table. Not needed if the screen already shows them. */
  table?: ReactNode
}) => {
  const hasBefore = bars.some((bar) => bar.before !== undefined)
  const values = bars.flatMap(({ value, before = 0 }) => [value, before])
  const scale = scaleOf(values)
  return (
    <ChartFrame {...frame}>
      <div className="bar-chart">
        <p className="bar-chart-high">
          {values.every((value) => value === 0) ? 'Nothing on these days' : formatAxis(scale.high)}
        </p>
        <svg
          viewBox={`0 0 ${bars.length * width} 100`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <Bars bars={bars} scale={scale} format={format} />
          {hasBefore && <LineBefore bars={bars} scale={scale} />}
        </svg>
        <p className="bar-chart-days">
          <span>{bars[0]?.label}</span>
          {before && <span className="bar-chart-legend">{before}</span>}
          <span>{bars.at(-1)?.label}</span>
        </p>
      </div>
    </ChartFrame>
  )
}

type Drawn = { bars: readonly Bar[]; scale: Scale }

const Bars = ({ bars, scale, format }: Drawn & { format: (value: number) => string }) => {
  const zero = heightOf(0, scale)
  return (
    <>
      {bars.map(({ key, label, value }, at) => {
        const top = heightOf(value, scale)
        return (
          <g key={key}>
            {/* This area is as high as the chart, so that the pointer also finds a low bar. */}
            <rect className="bar-chart-reach" x={at * width} y="0" width={width} height="100">
              <title>{`${label}: ${format(value)}`}</title>
            </rect>
            <rect
              className="bar-chart-bar"
              x={at * width + gap / 2}
              y={Math.min(top, zero)}
              width={width - gap}
              height={Math.abs(zero - top)}
            />
          </g>
        )
      })}
      <path className="bar-chart-zero" d={`M0 ${zero}H${bars.length * width}`} />
    </>
  )
}

const LineBefore = ({ bars, scale }: Drawn) => (
  <polyline
    className="bar-chart-before"
    points={bars
      .map(({ before = 0 }, at) => `${(at + 0.5) * width},${heightOf(before, scale)}`)
      .join(' ')}
  />
)

/** A chart with its title, a summary in words, and a table of the same numbers. */
const ChartFrame = ({
  title,
  summary,
  table,
  children,
}: {
  title: string
  /** The chart in words, for people who cannot see it. */
  summary: string
  table?: ReactNode
  children: ReactNode
}) => (
  <figure className="chart">
    <figcaption className="chart-head">
      <h3>{title}</h3>
    </figcaption>
    <div role="img" aria-label={summary}>
      {children}
    </div>
    {table && (
      <details className="chart-table">
        <summary>
          <span className="for-screen-readers">{title}: </span>as a table
        </summary>
        {table}
      </details>
    )}
  </figure>
)
