import type { AskedQuestion } from '@strand/contracts/order/question'
import { questionEndpoints } from '@strand/contracts/order/question.endpoints'
import { uploadEndpoints } from '@strand/contracts/order/upload.endpoints'
import { maxMessageLength, optionalText } from '@strand/contracts/text'
import { acceptedTypes, Uploaded } from '@strand/contracts/uploads'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { isApiError } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/client.ts'
import { upload } from '../../shared/api/upload.ts'
import { randomId } from '../../shared/browser/random-id.ts'
import { Button } from '../../shared/buttons/button.tsx'
import { Field } from '../../shared/fields/field.tsx'
import { MessageField } from '../../shared/fields/message-field.tsx'
import { firstErrorPerField } from '../../shared/forms/form-errors.ts'
import { SubmitButton } from '../../shared/forms/submit-button.tsx'
import { useCommandForm } from '../../shared/forms/use-command-form.ts'

const Answer = z.object({ text: optionalText(maxMessageLength) })

/**
 * Uploads each file once, even if the answer is sent several times. The shop deletes files that
 * belong to no order after a day; if it no longer has the files, they are uploaded again.
 */
const useUploads = () => {
  const uids = useRef(new Map<File, string>())
  const uidsOf = async (files: readonly File[]) => {
    for (const file of files) {
      if (uids.current.has(file)) continue
      const { done } = upload(uploadEndpoints.uploadProof, Uploaded, { file, name: file.name })
      uids.current.set(file, (await done).fileUid)
    }
    return files.flatMap((file) => uids.current.get(file) ?? [])
  }
  return async <Sent,>(files: readonly File[], send: (fileUids: string[]) => Promise<Sent>) => {
    const areNew = !files.some((file) => uids.current.has(file))
    try {
      return await send(await uidsOf(files))
    } catch (error) {
      if (areNew || !isApiError(error) || !firstErrorPerField(error.details).fileUids) throw error
      uids.current.clear()
      return send(await uidsOf(files))
    }
  }
}

/** The shop's question, with fields for the customer's words, proofs or both. */
export const AnswerForm = ({
  orderId,
  question: { text, token, filesLeft },
}: {
  orderId: string
  question: AskedQuestion
}) => {
  const [files, setFiles] = useState<readonly File[]>([])
  const [key] = useState(randomId)
  const withUploads = useUploads()
  const shown = useRef<HTMLQuoteElement>(null)
  useEffect(() => {
    shown.current?.focus()
  }, [])
  const { fieldProps, submit, busy, form } = useCommandForm({
    schema: Answer,
    initial: { text: '' },
    draft: `answer.${orderId}`,
    send: (answer) =>
      withUploads(files, (fileUids) => {
        const body = { ...answer, fileUids, token }
        const headers = { 'idempotency-key': key }
        return call(questionEndpoints.answerQuestion, { params: { orderId }, body, headers })
      }),
    success: 'Answer Sent',
    situation: 'tracking',
    invalidates: { queryKey: ['track', orderId] },
  })
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <blockquote ref={shown} tabIndex={-1}>
        {text}
      </blockquote>
      <MessageField label="Your answer" {...fieldProps('text')} />
      {filesLeft > 0 && (
        <Field
          label="Another proof of payment"
          optional
          help="png, jpg, jpeg or pdf, at most 20 MB each"
        >
          {(control) => (
            <input
              {...control}
              type="file"
              multiple
              accept={acceptedTypes.join(',')}
              onChange={({ target }) => {
                setFiles([...files, ...(target.files ?? [])].slice(0, filesLeft))
                // Otherwise, picking a file again after removing it would not fire `change`.
                target.value = ''
              }}
            />
          )}
        </Field>
      )}
      {files.length > 0 && (
        <ul className="question-files" aria-label="Picked files">
          {files.map((file, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name
            <li key={index}>
              <span>{file.name}</span>
              <Button size="small" onClick={() => setFiles(files.filter((one) => one !== file))}>
                Remove <span className="for-screen-readers">{file.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="form-buttons">
        <SubmitButton busy={busy} text="Send answer" busyText="Sending…" />
      </div>
    </form>
  )
}
