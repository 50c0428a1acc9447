import { shopEndpoints } from '@strand/contracts/shop/endpoints'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import type { FormFields } from '../forms/use-form.ts'
import { SelectField } from './select-field.tsx'
import { TextField } from './text-field.tsx'

export type PersonValues = {
  firstname: string
  lastname: string
  email: string
  phone: string
  countryCode: string
}

/** The fields for a staff member. Only the form that adds a member includes the email address. */
export const PersonFields = ({
  fieldProps,
  emailEditable,
}: FormFields<keyof PersonValues> & { emailEditable: boolean }) => {
  // Loaded once, because the countries do not change while the page is open.
  const countries = useQuery({
    // The key differs from the one in the customers' form, because that form caches the whole
    // answer.
    queryKey: ['staff', 'countries'],
    queryFn: async ({ signal }) => (await call(shopEndpoints.listCountries, { signal })).result,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const country = fieldProps('countryCode')
  return (
    <>
      <TextField label="First name" autoComplete="off" {...fieldProps('firstname')} />
      <TextField label="Last name" autoComplete="off" {...fieldProps('lastname')} />
      <TextField
        label="Email address"
        type="email"
        autoComplete="off"
        readOnly={!emailEditable}
        {...fieldProps('email')}
      />
      <SelectField
        label="Country code"
        awaited={{ what: 'countries', query: countries, chosen: country.value }}
        {...country}
      >
        {countries.data?.map(({ isocode, flag, countryname, countrycode }) => (
          <option key={isocode} value={isocode}>
            {flag} {countryname} ({countrycode})
          </option>
        ))}
      </SelectField>
      <TextField
        label="Phone number"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        {...fieldProps('phone')}
      />
    </>
  )
}
