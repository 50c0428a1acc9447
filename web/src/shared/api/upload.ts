import type { Endpoint } from '@strand/contracts/endpoint'
import type { Uploaded } from '@strand/contracts/uploads'
import type { z } from 'zod'
import { ApiError, timeoutMessage } from './api-error.ts'
import { apiErrorFrom, callHeaders } from './client.ts'
import { callUrl } from './endpoint-call.ts'
import { noteServerTime } from './server-time.ts'

/** In milliseconds: how long an upload may make no progress, unless the caller sets `patience`. */
const usualPatience = 30_000

export type Upload<Answer = Uploaded> = { done: Promise<Answer>; cancel: () => void }

type Sent = {
  file: Blob
  name: string
  fields?: Record<string, string>
  /**
   * In milliseconds: how long the upload may make no progress. This includes the time in which the
   * server reads the file.
   */
  patience?: number
  onProgress?: (part: number) => void
}

/**
 * Sends one file as a form. Uses XMLHttpRequest, because `fetch` does not report how much of the
 * body was sent. `onProgress` is called with the share that was sent, from 0 to 1.
 */
export const upload = <Answer extends z.ZodType>(
  endpoint: Endpoint,
  answer: Answer,
  { file, name, fields = {}, patience = usualPatience, onProgress }: Sent,
): Upload<z.output<Answer>> => {
  const request = new XMLHttpRequest()
  let stall: ReturnType<typeof setTimeout> | undefined
  const done = new Promise<z.output<Answer>>((resolve, reject) => {
    const fail = (of: ConstructorParameters<typeof ApiError>[1]) =>
      reject(new ApiError(timeoutMessage, of))
    const watch = () => {
      clearTimeout(stall)
      stall = setTimeout(() => {
        fail({ timeout: true })
        request.abort()
      }, patience)
    }
    request.upload.onprogress = (event) => {
      watch()
      if (event.lengthComputable) onProgress?.(event.loaded / event.total)
    }
    request.onerror = () => fail({ network: true })
    request.onabort = () => fail({ network: true })
    const sentAt = performance.now()
    request.onload = () => {
      noteServerTime(request.getResponseHeader('date'), sentAt, performance.now())
      if (request.status < 200 || request.status > 299)
        return reject(
          apiErrorFrom(
            request.status,
            request.responseText,
            request.getResponseHeader('retry-after'),
          ),
        )
      const parsed = answer.safeParse(parseJson(request.responseText))
      if (parsed.success) resolve(parsed.data)
      else reject(new ApiError('The upload was not understood', { status: request.status }))
    }
    request.onloadend = () => clearTimeout(stall)
    request.open(endpoint.method, callUrl(endpoint))
    for (const [key, value] of callHeaders(endpoint)) request.setRequestHeader(key, value)
    const form = new FormData()
    for (const [key, value] of Object.entries(fields)) form.append(key, value)
    form.append('file', file, name)
    watch()
    request.send(form)
  })
  return { done, cancel: () => request.abort() }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
