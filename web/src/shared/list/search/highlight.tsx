import './highlight.css'
import { highlightParts } from './highlight-parts.ts'

export const Highlight = ({ text, search }: { text: string; search: string }) => (
  <>
    {highlightParts(text, search).map(({ part, isMatch }, index) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: only its place identifies a part of a text
      isMatch ? <mark key={index}>{part}</mark> : <span key={index}>{part}</span>,
    )}
  </>
)
