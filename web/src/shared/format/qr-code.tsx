import { encode } from 'uqr'

/**
 * A QR code. It is dark on light in every theme, because scanners need that.
 *
 * @param props.margin the width of the light border, in squares of the code: 4 on a screen, and
 *   fewer on paper, which is light anyway
 */
export const QrCode = ({
  text,
  label,
  margin,
  className,
}: {
  text: string
  label: string
  margin: number
  className: string
}) => {
  const { data, size } = encode(text, { border: margin })
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return (
    <svg
      className={className}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={squares.join('')} fill="#000" />
    </svg>
  )
}
