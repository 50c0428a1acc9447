import type {
  ImportedStatement,
  StatementPreview,
  StatementProgress,
} from '@strand/contracts/money/bank-statement'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isApiError, mayPass } from '../../shared/api/api-error.ts'
import { failureNotice, type Notice } from '../../shared/api/error-catalogue.ts'
import { moneyKey } from '../../shared/server-state/money-counts.ts'
import { type Chosen, importStatement, previewStatement } from './import-calls.ts'

/**
 * Chooses the notice's title. A refused file is not a failed request, because the shop has read the
 * file and says what is wrong with it.
 */
const noticeOf = (error: unknown, refused: string): Notice => {
  const notice = failureNotice(error, 'admin')
  const isRefused = isApiError(error) && error.answered && !mayPass(error)
  return isRefused ? { title: refused, text: notice.text } : notice
}

export type ImportStep =
  | { at: 'choosing'; bankAccountId?: string }
  /** `sent` is the share of the file that has been uploaded, from 0 to 1. */
  | { at: 'reading'; chosen: Chosen; sent: number; before: StatementPreview | null }
  | { at: 'preview'; chosen: Chosen; preview: StatementPreview }
  | {
      at: 'importing'
      chosen: Chosen
      preview: StatementPreview
      progress: StatementProgress | null
    }
  | { at: 'done'; chosen: Chosen; imported: ImportedStatement }

/**
 * Runs one import, from choosing a file to the outcome. After a failure, returns to the previous
 * step and shows the server's message.
 */
export const useImport = () => {
  const client = useQueryClient()
  const [step, setStep] = useState<ImportStep>({ at: 'choosing' })
  const [failure, setFailure] = useState<Notice | null>(null)
  const running = useRef<(() => void) | null>(null)
  useEffect(() => () => running.current?.(), [])

  const restart = () => {
    // The next file usually belongs to the same account.
    const bankAccountId = 'chosen' in step ? step.chosen.bankAccountId : undefined
    running.current?.()
    running.current = null
    setFailure(null)
    setStep({ at: 'choosing', ...(bankAccountId && { bankAccountId }) })
  }

  const read = async (chosen: Chosen) => {
    running.current?.()
    setFailure(null)
    const before = step.at === 'preview' ? step.preview : null
    setStep({ at: 'reading', chosen, sent: 0, before })
    let isCancelled = false
    const { done, cancel } = previewStatement(chosen, (sent) => {
      if (!isCancelled) setStep({ at: 'reading', chosen, sent, before })
    })
    running.current = () => {
      isCancelled = true
      cancel()
    }
    try {
      const { result: preview } = await done
      if (!isCancelled) setStep({ at: 'preview', chosen, preview })
    } catch (error) {
      if (isCancelled) return
      setFailure(noticeOf(error, 'This file cannot be imported'))
      const { bankAccountId } = chosen
      setStep(
        before ? { at: 'preview', chosen, preview: before } : { at: 'choosing', bankAccountId },
      )
    }
  }

  const start = async (chosen: Chosen, preview: StatementPreview, confirm: boolean) => {
    setFailure(null)
    const controller = new AbortController()
    running.current = () => controller.abort()
    const show = (progress: StatementProgress | null) => {
      if (!controller.signal.aborted) setStep({ at: 'importing', chosen, preview, progress })
    }
    show(null)
    try {
      const imported = await importStatement(
        { previewId: preview.previewId, confirm },
        show,
        controller.signal,
      )
      await client.invalidateQueries({ queryKey: moneyKey })
      if (!controller.signal.aborted) setStep({ at: 'done', chosen, imported })
    } catch (error) {
      if (controller.signal.aborted) return
      setFailure(noticeOf(error, 'Not imported'))
      setStep({ at: 'preview', chosen, preview })
    }
  }

  return { step, failure, read, start, restart }
}
