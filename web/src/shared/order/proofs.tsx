import type { OrderRow } from '@strand/contracts/order/staff'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../buttons/button.tsx'
import { refreshOrders } from '../server-state/order-queries.ts'
import { FileIcon } from '../style/more-icons.tsx'
import { isPdf, noProof, proofUrls } from './proof-urls.ts'
import './proofs.css'

/** The proofs of payment, as large as possible. Pictures are shown; PDFs are linked. */
export const Proofs = ({
  order,
}: {
  order: Pick<OrderRow, 'orderid' | 'filepath' | 'fullname'>
}) => {
  const urls = proofUrls(order.filepath)
  return (
    <section className="proofs" aria-label={`Proof of payment of order ${order.orderid}`}>
      <h2 className="proofs-title">Proof of payment</h2>
      {urls.length === 0 && <p className="muted">{noProof(order)}</p>}
      {urls.map((url, index) => (
        <Proof key={url} url={url} name={`Proof of payment ${index + 1} of ${urls.length}`} />
      ))}
    </section>
  )
}

const Proof = ({ url, name }: { url: string; name: string }) => {
  const [failed, setFailed] = useState(false)
  const client = useQueryClient()
  if (failed || isPdf(url))
    return (
      <div className="proof-file">
        <FileIcon />
        <a href={url} target="_blank" rel="noreferrer">
          {failed ? 'Open the file' : 'Open the PDF'}
          <span className="for-screen-readers"> ({name}, in a new tab)</span>
        </a>
        {failed && (
          // The signed link expires after 15 minutes. Reloading the list brings a new one.
          <Button size="small" onClick={() => void refreshOrders(client)}>
            Load again
          </Button>
        )}
      </div>
    )
  return (
    <a className="proof-picture" href={url} target="_blank" rel="noreferrer" title="Open full size">
      <img src={url} alt={name} loading="lazy" onError={() => setFailed(true)} />
    </a>
  )
}
