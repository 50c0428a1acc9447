import { useEffect, useState } from 'react'
import { copyText } from '../browser/clipboard.ts'
import { CheckIcon, createIcon } from '../style/icons.tsx'
import { Button } from './button.tsx'

// Kept apart from the other icons, because the tracking page would otherwise load them all.
export const CopyIcon = createIcon(
  <>
    <rect x="7" y="7" width="9.5" height="9.5" rx="2" />
    <path d="M13 4.5A1.5 1.5 0 0 0 11.5 3H5a2 2 0 0 0-2 2v6.5A1.5 1.5 0 0 0 4.5 13" />
  </>,
)

/** Copies `text`. `what` says what the text is, for people who cannot see it. */
export const CopyButton = ({ text, what }: { text: string; what: string }) => {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null)
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(null), 2_500)
    return () => clearTimeout(timer)
  }, [outcome])
  return (
    <>
      <Button
        size="small"
        className="copy-button"
        onClick={async () => setOutcome((await copyText(text)) ? 'copied' : 'refused')}
      >
        {outcome === 'copied' ? <CheckIcon /> : <CopyIcon />}
        {outcome === 'copied' ? 'Copied' : 'Copy'}
        <span className="for-screen-readers"> {what}</span>
      </Button>
      <span role="status" className="for-screen-readers">
        {outcome === 'copied' && `${what} copied`}
        {outcome === 'refused' && `${what} could not be copied`}
      </span>
    </>
  )
}
