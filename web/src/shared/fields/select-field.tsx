import type { UseQueryResult } from '@tanstack/react-query'
import type { SelectHTMLAttributes } from 'react'
import { Button } from '../buttons/button.tsx'
import { Field } from './field.tsx'

type Awaited = {
  /** The choices' name, such as `roles`. */
  what: string
  query: Pick<UseQueryResult, 'data' | 'isError' | 'isFetching' | 'refetch'>
  /** The chosen option's text, shown until the choices have loaded. */
  chosen: string
}

/**
 * The customers' form has its own version for its countries. A shared version would be loaded by
 * all public pages.
 */
const ChoicesFailure = ({ what, query: { isError, isFetching, refetch } }: Awaited) =>
  isError &&
  !isFetching && (
    <p className="inline-failure" role="alert">
      The {what} could not be loaded.{' '}
      <Button size="small" onClick={() => void refetch()}>
        Try again
      </Button>
    </p>
  )

export const SelectField = ({
  label,
  error,
  awaited,
  onChange,
  children,
  ...select
}: {
  label: string
  error?: string | undefined
  awaited?: Awaited
  onChange: (value: string) => void
} & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange'>) => (
  <Field label={label} error={error}>
    {(control) => (
      <>
        <select {...select} {...control} onChange={(event) => onChange(event.target.value)}>
          {awaited && !awaited.query.data ? (
            <option value={select.value}>
              {awaited.query.isFetching ? `Loading the ${awaited.what}…` : awaited.chosen}
            </option>
          ) : (
            children
          )}
        </select>
        {awaited && <ChoicesFailure {...awaited} />}
      </>
    )}
  </Field>
)
