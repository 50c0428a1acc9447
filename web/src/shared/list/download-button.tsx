import type { Endpoint } from '@strand/contracts/endpoint'
import { useState } from 'react'
import { csvName, downloadCsv } from '../api/download.ts'
import type { QueryParams } from '../api/endpoint-call.ts'
import { failureNotice } from '../api/error-catalogue.ts'
import { serverNow } from '../api/server-time.ts'
import { Button } from '../buttons/button.tsx'
import { toast } from '../feedback/toast.ts'
import { DownloadIcon } from '../style/more-icons.tsx'

export const DownloadButton = ({
  text,
  endpoint,
  file,
  query = {},
  params,
}: {
  text: string
  endpoint: Endpoint
  file: string
  query?: QueryParams
  params?: Record<string, string>
}) => {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      await downloadCsv(endpoint, csvName(file, serverNow()), query, params)
    } catch (error) {
      toast.failure(failureNotice(error, 'admin'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button busy={busy} disabled={busy} onClick={() => void download()}>
      {!busy && <DownloadIcon />}
      {text}
    </Button>
  )
}
