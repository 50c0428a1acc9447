import { type ReactNode, useId, useRef, useState } from 'react'
import { toast } from '../../../shared/feedback/toast.ts'
import { UploadIcon } from '../../../shared/style/more-icons.tsx'
import { fieldNames } from '../draft/draft.ts'
import type { PaymentForm } from '../use-payment-form.ts'
import { ProofRow } from './proof-row.tsx'
import { acceptedFiles, proofError, tooManyFiles } from './proof-rules.ts'
import { roomFor } from './proof-uploader.ts'
import './proof-upload.css'

/**
 * Lets the customer pick proofs of payment, and shows the state of each. Picked files are uploaded
 * at once.
 */
export const ProofUpload = ({ form }: { form: PaymentForm }) => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [errors, setErrors] = useState<string[]>([])
  const { proofList, proofs } = form
  const error = form.errorOf('files', form.orderErrors)

  const take = (picked: File[]) => {
    const refused = picked.flatMap((file) => proofError(file) ?? [])
    const good = picked.filter((file) => proofError(file) === null)
    const room = roomFor(proofList)
    if (good.length > room) refused.push(tooManyFiles())
    setErrors(refused)
    for (const text of refused) toast.failure({ title: text, text: '' })
    void proofs?.add(good.slice(0, room))
  }

  return (
    <div className="proof-upload">
      <p className="field-label" id={`${id}-label`}>
        {fieldNames.files}
      </p>
      <DropZone onDrop={take}>
        <input
          ref={input}
          type="file"
          multiple
          disabled={!proofs}
          accept={acceptedFiles}
          className="for-screen-readers"
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-errors`}
          aria-invalid={error || errors.length > 0 ? true : undefined}
          onChange={(event) => {
            take([...(event.target.files ?? [])])
            // Otherwise, picking a file again after removing it would not fire `change`.
            event.target.value = ''
          }}
        />
      </DropZone>
      <div id={`${id}-errors`} role="alert">
        {(errors.length > 0 ? errors : error ? [error] : []).map((text) => (
          <p key={text} className="field-error">
            {text}
          </p>
        ))}
      </div>
      <ProofList form={form} onRemoved={() => input.current?.focus()} />
    </div>
  )
}

const DropZone = ({
  children,
  onDrop,
}: {
  children: ReactNode
  onDrop: (files: File[]) => void
}) => {
  const [over, setOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: its input is passed as a child
    <label
      className={over ? 'proof-drop proof-over' : 'proof-drop'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onDrop([...event.dataTransfer.files])
      }}
    >
      <UploadIcon />
      <span className="proof-drop-words">
        <span className="proof-choose">Choose files</span>
        <span className="field-help">png, jpg, jpeg or pdf, at most 20 MB each</span>
      </span>
      {children}
    </label>
  )
}

const ProofList = ({ form, onRemoved }: { form: PaymentForm; onRemoved: () => void }) =>
  form.proofList.length > 0 && (
    <ul className="proof-list" aria-label="Picked files">
      {form.proofList.map((proof) => (
        <ProofRow
          key={proof.id}
          proof={proof}
          onRetry={() => void form.proofs?.retry(proof.id)}
          onRemove={() => {
            void form.proofs?.remove(proof.id)
            onRemoved()
          }}
        />
      ))}
    </ul>
  )
