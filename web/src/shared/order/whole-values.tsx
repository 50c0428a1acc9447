import { Fragment } from 'react'

/** Finds an order id in a sentence. */
export const writtenId = /\b([A-Z\d]{4}(?:-[A-Z\d]{4}){2})\b/

const whole = new RegExp(`${writtenId.source}|\\b(\\d{1,2} [A-Z][a-z]{2}(?: \\d{4})?)\\b`)

/**
 * A text in which lines break neither inside a date nor at the hyphens of an order id, because half
 * an id looks like a whole one.
 */
export const WholeValues = ({ text }: { text: string }) =>
  text.split(whole).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their places
    <Fragment key={at}>
      {at % 3 === 0 ? part : part && <span className="whole">{part}</span>}
    </Fragment>
  ))
