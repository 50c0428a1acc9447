import { ProgressBar } from 'primereact/progressbar'

const look = { width: '100%', height: '0.5rem', borderRadius: '0.25rem', background: 'var(--line)' }

/** How far something is; without a value while nobody knows. */
export const Progress = ({
  label,
  value,
  max = 1,
}: {
  label: string
  value?: number | undefined
  max?: number
}) => {
  const isKnown = value !== undefined
  const percent = isKnown ? Math.floor((100 * Math.min(value, max)) / Math.max(max, 1)) : undefined
  return (
    <ProgressBar
      aria-label={label}
      mode={isKnown ? 'determinate' : 'indeterminate'}
      showValue={false}
      value={percent}
      color="var(--accent)"
      style={look}
    />
  )
}
