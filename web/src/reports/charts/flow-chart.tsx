import { heightOf, roundUp } from './scale.ts'

export type FlowStage = {
  /** Selects the colour in `charts.css`. */
  status: string
  value: number
}

const width = 100

/**
 * The points of the band's upper edge, one at the middle of each stage. The lower edge mirrors
 * them.
 */
const edge = (stages: readonly FlowStage[], high: number): [x: number, y: number][] =>
  stages.map(({ value }, at) => [
    (at + 0.5) * width,
    // A stage without orders is drawn as a hairline, so that the band is not interrupted.
    Math.min(49.5, heightOf(value, { low: 0, high }) / 2),
  ])

const curve = (points: readonly (readonly [x: number, y: number])[]): string =>
  points
    .slice(1)
    .map(([x, y], at) => {
      const [fromX, fromY] = points[at] ?? [0, 0]
      const middle = (fromX + x) / 2
      return `C${middle} ${fromY} ${middle} ${y} ${x} ${y}`
    })
    .join('')

/**
 * A band from left to right. Its thickness at each stage shows the number of orders that reached
 * the stage.
 */
export const FlowChart = ({ stages }: { stages: readonly FlowStage[] }) => {
  const end = stages.length * width
  const inner = edge(stages, roundUp(Math.max(1, ...stages.map(({ value }) => value))))
  const first = inner[0]?.[1] ?? 50
  const last = inner.at(-1)?.[1] ?? 50
  const top: [number, number][] = [[0, first], ...inner, [end, last]]
  const bottom = [...top].reverse().map(([x, y]): [number, number] => [x, 100 - y])
  const band = `M0 ${first}${curve(top)}L${end} ${100 - last}${curve(bottom)}Z`
  return (
    <svg
      className="flow-chart"
      viewBox={`0 0 ${end} 100`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className="flow-chart-band" d={band} />
      {inner.map(([x, y], at) => (
        <path
          key={stages[at]?.status}
          className={`flow-chart-stage flow-chart-${stages[at]?.status}`}
          d={`M${x} ${y}V${100 - y}`}
        />
      ))}
    </svg>
  )
}
