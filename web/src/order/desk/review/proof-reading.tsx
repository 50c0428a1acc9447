import { dayInWords } from '@strand/contracts/day-words'
import { formatKobo } from '@strand/contracts/money/kobo'

import {
  type ProofFlag,
  proofReadingEndpoints,
  type ReadProof,
} from '@strand/contracts/order/proof-reading'
import type { OrderRow } from '@strand/contracts/order/staff'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../shared/api/client.ts'
import { serverNow } from '../../../shared/api/server-time.ts'
import { ordersKey } from '../../../shared/server-state/order-queries.ts'
import './proof-reading.css'

/**
 * In milliseconds: the pause between two polls while a proof waits for the program that reads it,
 * and the order's age at which polling stops.
 */
const lookEvery = 5_000
const lookFor = 10 * 60_000

const useProofReading = ({ orderid: orderId, createdat }: OrderRow) =>
  useQuery({
    queryKey: [...ordersKey, 'proof-reading', orderId],
    queryFn: async ({ signal }) =>
      (await call(proofReadingEndpoints.getProofReading, { params: { orderId }, signal })).result,
    refetchInterval: ({ state }) => {
      const waits = state.data?.files.some((file) => file.state === 'waiting')
      return waits && serverNow() - Date.parse(createdat) < lookFor ? lookEvery : false
    },
  })

/**
 * What a program read in an order's proofs of payment, and how that differs from the order, in
 * words.
 */
export const ProofReading = ({ order }: { order: OrderRow }) => {
  const { data } = useProofReading(order)
  if (!data || data.files.length === 0) return null
  const { files, flags } = data
  return (
    <section className="proof-reading" aria-label="What the proof says">
      <h2 className="proof-reading-title">What the proof says</h2>
      {flags.length > 0 && (
        <ul className="proof-reading-flags">
          {flags.map(({ flag, text }) => (
            <li key={flag}>
              <span aria-hidden="true">⚠ </span>
              {text}
            </li>
          ))}
        </ul>
      )}
      {files.map((file, index) => (
        <ProofFacts
          key={file.key}
          file={file}
          title={files.length > 1 ? `Proof ${index + 1}` : ''}
          flags={flags}
        />
      ))}
    </section>
  )
}

const stateText = { unreadable: 'It could not be read.', waiting: 'It has not been read yet.' }

const ProofFacts = ({
  file,
  title,
  flags,
}: {
  file: ReadProof
  title: string
  flags: ProofFlag[]
}) => {
  const differs = (flag: ProofFlag['flag']) => flags.some((one) => one.flag === flag)
  if (file.state !== 'read')
    return (
      <p className="muted">
        {title && `${title}: `}
        {stateText[file.state]}
      </p>
    )
  return (
    <dl className="proof-reading-facts" aria-label={title || undefined}>
      <Read
        term={title ? `Amount, ${title}` : 'Amount'}
        value={file.amountKobo === null ? null : formatKobo(file.amountKobo)}
        differs={differs('amount')}
      />
      <Read
        term="Date"
        value={file.date === null ? null : dayInWords(file.date)}
        differs={differs('old')}
      />
      <Read term="Paid into" value={file.recipientAccount} differs={differs('recipient')} />
      <Read term="Sender" value={file.sender} />
      <Read term="Reference" value={file.reference} differs={differs('reference')} />
      <Read term="Session id" value={file.sessionId} differs={differs('reference')} />
    </dl>
  )
}

/**
 * A field of the proof. Its color only highlights a difference; the words above it say what
 * differs.
 */
const Read = ({
  term,
  value,
  differs = false,
}: {
  term: string
  value: string | null
  differs?: boolean
}) =>
  value === null ? null : (
    <div>
      <dt>{term}</dt>
      <dd className={differs ? 'proof-reading-differs' : undefined}>
        {value}
        {differs && <span className="for-screen-readers"> (please look at it)</span>}
      </dd>
    </div>
  )
