import type { CommandAnswer } from '@strand/contracts/answer'
import type { Endpoint } from '@strand/contracts/endpoint'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { call } from '../api/client.ts'
import type { Situation } from '../api/error-catalogue.ts'
import { ModalForm } from '../dialogs/modal-form.tsx'
import { useCommandForm } from '../forms/use-command-form.ts'
import type { FormFields } from '../forms/use-form.ts'
import { InlineForm } from './table/inline-form.tsx'

/** The fields of a list's form, and the body that it sends. */
export type RowForm<Row, Schema extends z.ZodType<object>, Field extends string> = {
  schema: Schema
  situation: Situation
  id: string
  empty: Record<Field, string>
  valuesOf: (row: Row) => Record<Field, string>
  fields: (form: FormFields<Field>) => ReactNode
  /** The toast after a row has been added, and the texts of the button that adds it. */
  added: { toast: string; text: string; busyText: string }
}

type FormEndpoint = Endpoint & {
  body: z.ZodType
  response: Record<number, z.ZodType<CommandAnswer>>
}

export type FormEndpoints = { create: FormEndpoint; update: FormEndpoint }

type Common<Row, Schema extends z.ZodType<object>, Field extends string> = {
  form: RowForm<Row, Schema, Field>
  queryKey: readonly string[]
  endpoints: FormEndpoints
  kind: string
}

export const useAddForm = <Row, Schema extends z.ZodType<object>, Field extends string>(
  { form, queryKey, endpoints, kind }: Common<Row, Schema, Field>,
  onSuccess: () => void,
) =>
  useCommandForm({
    schema: form.schema,
    situation: form.situation,
    initial: form.empty,
    draft: kind,
    send: (valid) => call(endpoints.create, { body: valid }),
    success: form.added.toast,
    invalidates: { queryKey },
    onSuccess,
  })

export const AddDialog = <Row, Schema extends z.ZodType<object>, Field extends string>({
  title,
  onClose,
  ...list
}: Common<Row, Schema, Field> & { title: string; onClose: () => void }) => {
  const { fields, added } = list.form
  const form = useAddForm(list, onClose)
  return (
    <ModalForm
      title={title}
      form={form}
      onClose={onClose}
      text={added.text}
      busyText={added.busyText}
    >
      {fields(form as FormFields<Field>)}
    </ModalForm>
  )
}

export const RowEditor = <Row, Schema extends z.ZodType<object>, Field extends string>({
  form: { schema, situation, valuesOf, fields, id: idField },
  queryKey,
  endpoints,
  row,
  id,
  name,
  onClose,
}: Common<Row, Schema, Field> & { row: Row; id: string; name: string; onClose: () => void }) => {
  const form = useCommandForm({
    schema,
    situation,
    initial: valuesOf(row),
    send: (valid) => call(endpoints.update, { body: { [idField]: id, ...valid } }),
    success: 'Updated',
    invalidates: { queryKey },
    onSuccess: onClose,
  })
  return (
    <InlineForm label={`Edit ${name}`} form={form} onCancel={onClose}>
      {fields(form as FormFields<Field>)}
    </InlineForm>
  )
}
