import { Fragment } from 'react'

/** An order id as it appears in a sentence. */
export const writtenId = /\b([A-Z\d]{4}(?:-[A-Z\d]{4}){2})\b/

/** A text whose order ids do not break at their hyphens, where each half looks like an id of its own. */
export const WholeIds = ({ text }: { text: string }) =>
  text.split(writtenId).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their places
    <Fragment key={at}>{at % 2 === 1 ? <span className="whole-id">{part}</span> : part}</Fragment>
  ))
