import { Fragment } from 'react'

/** An address or a user's name, which a narrow column may break behind its dots and lines only. */
export const Breakable = ({ text }: { text: string }) =>
  (text.match(/[^._@-]*[._@-]?/g) ?? []).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ))
