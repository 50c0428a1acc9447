import { useState } from 'react'
import type { QueryParams } from './api.ts'
import { Button } from './button.tsx'
import { csvName, downloadCsv } from './download.ts'
import { failureNotice } from './error-catalogue.ts'
import { DownloadIcon } from './more-icons.tsx'
import { toast } from './toast.ts'

/** Saves a table as `<file>-YYYY-MM-DD.csv`. */
export const DownloadButton = ({
  text,
  path,
  file,
  query = {},
}: {
  text: string
  path: string
  file: string
  query?: QueryParams
}) => {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      await downloadCsv(path, csvName(file, Date.now()), query)
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
