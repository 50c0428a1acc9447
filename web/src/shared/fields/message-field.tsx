import { maxMessageLength } from '@strand/contracts/text'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { formatNumber } from '../format/money.tsx'
import type { TextFieldProps } from '../forms/use-form.ts'
import { Field } from './field.tsx'
import './message-field.css'

const lineHeight = 1.5
/**
 * According to the specification, a message box has 10 rows, and grows with its text to at most 15
 * rows.
 */
const specifiedRows = 10
const maxRows = 15

export const MessageField = ({
  label,
  help,
  error,
  onChange,
  rows = specifiedRows,
  maxLength = maxMessageLength,
  ...text
}: TextFieldProps & {
  label: string
  help?: ReactNode
  rows?: number
  /** In characters. */
  maxLength?: number
}) => {
  const { value } = text
  const box = useRef<HTMLTextAreaElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text decides the height
  useLayoutEffect(() => {
    if (box.current) growToFit(box.current)
  }, [value])
  return (
    <Field label={label} help={help} error={error} className="message-field">
      {(control) => (
        <>
          <textarea
            {...control}
            {...text}
            ref={box}
            rows={rows}
            maxLength={maxLength}
            style={{ maxHeight: `calc(${maxRows * lineHeight}em + 1.25rem)` }}
            onChange={(event) => onChange(event.target.value)}
          />
          <p className="message-count">
            {formatNumber(value.length)} of {formatNumber(maxLength)} characters
          </p>
        </>
      )}
    </Field>
  )
}

/** Works like `field-sizing: content`, which half of the phones in use do not support. */
const growToFit = (box: HTMLTextAreaElement) => {
  box.style.height = ''
  // A box inside a folded section has no height.
  const missing = box.scrollHeight - box.clientHeight
  if (missing > 0) box.style.height = `${box.offsetHeight + missing}px`
}
