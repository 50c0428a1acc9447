import { catalogueEndpoints } from '@strand/contracts/catalogue/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { call } from '../../shared/api/client.ts'
import { TextField } from '../../shared/fields/text-field.tsx'
import type { TextFieldProps } from '../../shared/forms/use-form.ts'

/** Suggests the groups that products have already. */
export const GroupField = (field: TextFieldProps) => {
  const listId = useId()
  const { data = [] } = useQuery({
    queryKey: ['products', 'groups'],
    queryFn: ({ signal }) => call(catalogueEndpoints.listProductChoices, { signal }),
    select: ({ result }) => [...new Set(result.map(({ group }) => group))].filter(Boolean).sort(),
  })
  return (
    <>
      <TextField
        label="Group"
        optional
        help="The heading it appears under in the form."
        autoComplete="off"
        list={listId}
        {...field}
      />
      <datalist id={listId}>
        {data.map((group) => (
          <option key={group} value={group} />
        ))}
      </datalist>
    </>
  )
}
