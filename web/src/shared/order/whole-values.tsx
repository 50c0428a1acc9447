import { Fragment } from 'react'

/** An order id as it appears in a sentence. */
export const writtenId = /\b([A-Z\d]{4}(?:-[A-Z\d]{4}){2})\b/

const whole = new RegExp(`${writtenId.source}|\\b(\\d{1,2} [A-Z][a-z]{2}(?: \\d{4})?)\\b`)

/**
 * A text that breaks neither in dates nor at an order id's hyphens, because half an id looks like a
 * whole one.
 */
export const WholeValues = ({ text }: { text: string }) =>
  text.split(whole).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their places
    <Fragment key={at}>
      {at % 3 === 0 ? part : part && <span className="whole">{part}</span>}
    </Fragment>
  ))
