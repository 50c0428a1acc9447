import { useCountries } from './countries.ts'
import { Field } from './field.tsx'
import { TextField } from './text-field.tsx'

export type PersonValues = {
  firstname: string
  lastname: string
  email: string
  phone: string
  countryCode: string
}
type Name = keyof PersonValues

export type PersonFormPart = {
  values: PersonValues
  set: (name: Name, value: string) => void
  leave: (name: Name) => void
  errorOf: (name: Name) => string | undefined
}

/** What is known of a member of staff. The email is typed once, when they are added. */
export const PersonFields = ({
  values,
  set,
  leave,
  errorOf,
  emailEditable,
}: PersonFormPart & { emailEditable: boolean }) => {
  const countries = useCountries()
  const part = (name: Name) => ({
    name,
    value: values[name],
    error: errorOf(name),
    onChange: (value: string) => set(name, value),
    onLeave: () => values[name] !== '' && leave(name),
  })
  return (
    <>
      <TextField label="First name" autoComplete="off" {...part('firstname')} />
      <TextField label="Last name" autoComplete="off" {...part('lastname')} />
      <TextField
        label="Email address"
        type="email"
        autoComplete="off"
        readOnly={!emailEditable}
        {...part('email')}
      />
      <Field label="Country code" error={errorOf('countryCode')}>
        {(control) => (
          <select
            {...control}
            name="countryCode"
            value={values.countryCode}
            onChange={(event) => set('countryCode', event.target.value)}
          >
            {countries.length === 0 && (
              <option value={values.countryCode}>{values.countryCode}</option>
            )}
            {countries.map(({ isocode, flag, countryname, countrycode }) => (
              <option key={isocode} value={isocode}>
                {flag} {countryname} ({countrycode})
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        label="Phone number"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        {...part('phone')}
      />
    </>
  )
}
