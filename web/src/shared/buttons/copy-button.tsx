import { useEffect, useState } from 'react'
import { copyText } from '../browser/clipboard.ts'
import { CheckIcon } from '../style/icons.tsx'
import { CopyIcon } from '../style/more-icons.tsx'
import { Button } from './button.tsx'

/** Copies `text`; `what` names it for users who cannot see what the button is next to. */
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
