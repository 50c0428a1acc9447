import type { CreateOrder } from '@strand/contracts/order/order-form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { saveFile } from '../../../shared/api/download.ts'
import { copyText } from '../../../shared/browser/clipboard.ts'
import { Button } from '../../../shared/buttons/button.tsx'
import { CopyButton } from '../../../shared/buttons/copy-button.tsx'
import { paths } from '../../../shared/navigation/paths.ts'
import { useShop } from '../../../shared/server-state/use-shop.ts'
import { DownloadIcon, PrintIcon, ShareIcon } from '../../../shared/style/more-icons.tsx'
import { deliveryQuery } from '../form-api.ts'
import { receiptText } from './receipt-text.ts'

export const OrderTools = ({
  orderId,
  payload,
  sentAt,
}: {
  orderId: string
  payload: CreateOrder | undefined
  sentAt: string | undefined
}) => {
  const { data: shop } = useShop()
  const { data: location } = useQuery(deliveryQuery(payload?.location ?? ''))
  const [said, setSaid] = useState('')
  const url = new URL(paths.trackOrderOf(orderId), window.location.href).href

  const share = async () => {
    if (typeof navigator.share === 'function') {
      // The promise rejects if the user closes the share dialog. That needs no message.
      await navigator.share({ title: `Order ${orderId}`, url }).catch(() => undefined)
      return
    }
    setSaid((await copyText(url)) ? 'Link copied' : 'The link could not be copied')
  }
  const save = (payload: CreateOrder, sentAt: string) => {
    const text = receiptText({ orderId, payload, sentAt, shop, location, url })
    saveFile(`order-${orderId}.txt`, new Blob([text], { type: 'text/plain;charset=utf-8' }))
    setSaid('Saved to your downloads')
  }
  return (
    <div className="sent-tools">
      <CopyButton text={orderId} what="Order id" />
      <Button size="small" className="copy-button" onClick={share}>
        <ShareIcon />
        Share
      </Button>
      <Button size="small" className="copy-button" onClick={() => window.print()}>
        <PrintIcon />
        Print
      </Button>
      {payload && sentAt && (
        <Button size="small" className="copy-button" onClick={() => save(payload, sentAt)}>
          <DownloadIcon />
          Save
        </Button>
      )}
      <span role="status" className="field-help">
        {said}
      </span>
    </div>
  )
}
