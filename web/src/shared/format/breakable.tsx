import { Fragment } from 'react'

/** An email address or user name in which lines break only after `.`, `_`, `@` or `-`. */
export const Breakable = ({ text }: { text: string }) =>
  (text.match(/[^._@-]*[._@-]?/g) ?? []).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ))
