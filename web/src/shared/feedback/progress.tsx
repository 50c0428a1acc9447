import { ProgressBar } from 'primereact/progressbar'
import './progress.css'

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
      className="progress"
    />
  )
}
