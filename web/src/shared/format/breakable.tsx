import { Fragment } from 'react'

/** A mail address or user name that breaks only after `.`, `_`, `@` or `-`. */
export const Breakable = ({ text }: { text: string }) =>
  (text.match(/[^._@-]*[._@-]?/g) ?? []).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ))
