import type { OrderRow } from '@strand/contracts/order/staff'
import { type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { IconButton } from '../../../shared/buttons/icon-button.tsx'
import { isPdf, noProof, proofUrls } from '../../../shared/order/proof-urls.ts'
import { FileIcon, MinusIcon, PlusIcon, RotateIcon } from '../../../shared/style/more-icons.tsx'
import { AlarmLine } from '../order-flags.tsx'
import { moved, type ProofView, rotated, transformOf, zoomed } from './proof-view.ts'

/**
 * The current order's proof of payment. The proofs of the next two orders are already loaded, as
 * hidden pictures on the page, so that moving to the next order involves no wait. Fetching them in
 * advance would not help, because browsers are not allowed to cache these files.
 */
export const ReviewProof = ({
  order,
  isProven,
  next,
  view,
  onView,
}: {
  order: OrderRow
  isProven: boolean
  next: OrderRow[]
  view: ProofView
  onView: (view: ProofView) => void
}) => {
  const [chosen, setChosen] = useState({ orderId: order.orderid, index: 0 })
  const urls = proofUrls(order.filepath)
  const shown = urls[chosen.orderId === order.orderid ? chosen.index : 0]
  const ready = next.flatMap(({ filepath }) => proofUrls(filepath).slice(0, 1))
  const pictures = [...(shown ? [shown] : []), ...ready].filter((url) => !isPdf(url))
  return (
    <section className="review-proof" aria-label="Proof of payment">
      <div className="review-proof-tools">
        {urls.length > 1 &&
          urls.map((url, index) => (
            <button
              key={url}
              type="button"
              className="pager-page"
              aria-label={`Proof ${index + 1} of ${urls.length}`}
              aria-current={url === shown ? 'true' : undefined}
              onClick={() => setChosen({ orderId: order.orderid, index })}
            >
              {index + 1}
            </button>
          ))}
        <IconButton label="Smaller" onClick={() => onView(zoomed(view, -1))}>
          <MinusIcon />
        </IconButton>
        <IconButton label="Larger" onClick={() => onView(zoomed(view, 1))}>
          <PlusIcon />
        </IconButton>
        <IconButton label="Rotate" onClick={() => onView(rotated(view))}>
          <RotateIcon />
        </IconButton>
        {shown && (
          <a href={shown} target="_blank" rel="noreferrer">
            Open<span className="for-screen-readers"> the proof in a new tab</span>
          </a>
        )}
      </div>
      <AlarmLine order={order} isProven={isProven} />
      <Stage view={view} onView={onView}>
        {[...new Set(pictures)].map((url) => (
          <img
            key={url}
            src={url}
            alt={url === shown ? `Proof of payment of order ${order.orderid}` : ''}
            hidden={url !== shown}
            draggable={false}
            style={{ transform: transformOf(view) }}
          />
        ))}
        {shown && isPdf(shown) && (
          <a className="proof-file" href={shown} target="_blank" rel="noreferrer">
            <FileIcon />
            Open the PDF
          </a>
        )}
        {!shown && <p className="muted">{noProof(order)}</p>}
      </Stage>
    </section>
  )
}

const Stage = ({
  view,
  onView,
  children,
}: {
  view: ProofView
  onView: (view: ProofView) => void
  children: ReactNode
}) => {
  const held = useRef<{ x: number; y: number } | null>(null)
  const hold = (event: PointerEvent<HTMLDivElement>) => {
    if (view.zoom === 1) return
    held.current = { x: event.clientX, y: event.clientY }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!held.current) return
    onView(moved(view, event.clientX - held.current.x, event.clientY - held.current.y))
    held.current = { x: event.clientX, y: event.clientY }
  }
  const letGo = () => {
    held.current = null
  }
  return (
    <div
      className="review-stage"
      data-zoomed={view.zoom > 1 || undefined}
      onPointerDown={hold}
      onPointerMove={drag}
      onPointerUp={letGo}
      onPointerCancel={letGo}
    >
      {children}
    </div>
  )
}
