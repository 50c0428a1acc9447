import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../navigation/paths.ts'
import { writtenId } from './whole-values.tsx'

export const LinkedOrders = ({ text }: { text: string }) =>
  text.split(writtenId).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence keep their places
    <Fragment key={at}>
      {at % 2 === 1 ? (
        <Link className="order-id" to={paths.orderOf(part)}>
          {part}
        </Link>
      ) : (
        part
      )}
    </Fragment>
  ))
