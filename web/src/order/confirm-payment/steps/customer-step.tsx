import { toLine } from '@strand/contracts/characters'
import { defaultCountryCode } from '@strand/contracts/order/contact'
import type { CustomerDetails } from '@strand/contracts/order/order-form'
import { useState } from 'react'
import { Button, ButtonLink } from '../../../shared/buttons/button.tsx'
import { Field } from '../../../shared/fields/field.tsx'
import { paths } from '../../../shared/navigation/paths.ts'
import { type Draft, fieldNames } from '../draft/draft.ts'
import {
  customerFields,
  keepCustomer,
  keptCustomer,
  requiredCustomerFields,
} from '../draft/kept-customer.ts'
import { doors, howItWorks } from '../first-texts.ts'
import type { PaymentForm } from '../use-payment-form.ts'
import { CountriesFailure, useCountryList } from './countries.tsx'
import { StepActions, StepFrame } from './step-frame.tsx'
import { blankFields, missingLine, stepTitles } from './steps.ts'

/** The fields that are typed. The country code is chosen from a list. */
type TypedField = Exclude<keyof CustomerDetails, 'countrycode'>

export const CustomerStep = ({ form }: { form: PaymentForm }) => {
  const errors = form.rules?.customerErrors(form.draft) ?? {}
  const missing = missingLine(form.rules ? errors : blankFields(form.draft))
  const ready = form.rules !== null && missing === ''
  const text = (field: TypedField) => ({
    name: field,
    value: form.draft[field],
    required: requiredCustomerFields.includes(field),
    enterKeyHint: 'next' as const,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) =>
      form.change({ [field]: toLine(event.target.value) }),
    onBlur: () => form.draft[field] !== '' && form.markTouched(field),
  })
  // Replaces typed text with the form in which it is stored, for example a pasted profile link with
  // the user name.
  const tidy = (field: 'phone' | 'instagramusername') => () => {
    if (form.draft[field] === '') return
    if (form.rules) form.change({ [field]: form.rules.tidied(form.draft)[field] })
    form.markTouched(field)
  }
  const [suggested, setSuggested] = useState<string | null>(null)
  return (
    <StepFrame
      title={stepTitles[0] ?? ''}
      disabled={form.phase !== 'idle'}
      onSubmit={() => ready && form.goTo(2)}
      className="step-narrow"
      actions={
        <StepActions missing={missing}>
          <Button variant="primary" type="submit" disabled={!ready}>
            Next page
          </Button>
        </StepActions>
      }
    >
      {!form.draft.paid && <Doors form={form} />}
      <KeptDetails form={form} />
      <input type="hidden" name="salesid" value={form.salesId} />
      <div className="two-columns">
        <Field label={fieldNames.firstname} error={form.errorOf('firstname', errors)}>
          {(control) => <input {...control} {...text('firstname')} autoComplete="given-name" />}
        </Field>
        <Field label={fieldNames.lastname} error={form.errorOf('lastname', errors)}>
          {(control) => <input {...control} {...text('lastname')} autoComplete="family-name" />}
        </Field>
      </div>
      <Field label={fieldNames.email} error={form.errorOf('email', errors)}>
        {(control) => (
          <input
            {...control}
            {...text('email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            onBlur={() => {
              text('email').onBlur()
              // Without a connection, there is no suggestion.
              import('./email-suggestion.ts').then(
                ({ suggestedEmail }) => setSuggested(suggestedEmail(form.draft.email)),
                () => undefined,
              )
            }}
          />
        )}
      </Field>
      <div role="status" className="email-suggestion">
        {suggested && (
          <Button
            size="small"
            onClick={() => {
              form.change({ email: suggested })
              setSuggested(null)
            }}
          >
            Did you mean {suggested}?
          </Button>
        )}
      </div>
      <div className="phone-columns">
        <CountryCode form={form} />
        <Field label={fieldNames.phone} error={form.errorOf('phone', errors)}>
          {(control) => (
            <input
              {...control}
              {...text('phone')}
              onBlur={tidy('phone')}
              type="tel"
              inputMode="tel"
              autoComplete="tel"
            />
          )}
        </Field>
      </div>
      <Field
        label={fieldNames.instagramusername}
        help="So that we can find your order on Instagram."
        error={form.errorOf('instagramusername', errors)}
      >
        {(control) => (
          <input
            {...control}
            {...text('instagramusername')}
            onBlur={tidy('instagramusername')}
            enterKeyHint="done"
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
        )}
      </Field>
    </StepFrame>
  )
}

/**
 * Asks whether the customer has paid. For customers who have not, a link leads to `/pay`, which
 * shows how much to pay, and into which account.
 */
const Doors = ({ form }: { form: PaymentForm }) => (
  <>
    <p className="how-it-works">{howItWorks}</p>
    {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, and these are buttons */}
    <div className="doors" role="group" aria-labelledby="doors-question">
      <p id="doors-question">{doors.question}</p>
      <Button
        onClick={() => {
          form.change({ paid: true })
          // The focused button is gone.
          focusFirstField()
        }}
      >
        {doors.paid}
      </Button>
      <ButtonLink to={paths.pay}>{doors.toPay}</ButtonLink>
    </div>
  </>
)

const focusFirstField = () =>
  document.querySelector<HTMLInputElement>('[name="firstname"]')?.focus()

const nobody: Partial<Draft> = Object.fromEntries(
  customerFields.filter((field) => field !== 'countrycode').map((field) => [field, '']),
)

const KeptDetails = ({ form }: { form: PaymentForm }) => {
  const [isKept, setKept] = useState(() => keptCustomer() !== null)
  const forget = () => {
    keepCustomer(null)
    form.change(nobody)
    setKept(false)
    // The focused button is gone.
    focusFirstField()
  }
  if (!isKept) return null
  return (
    <p>
      Your details are kept on this phone.{' '}
      <Button size="small" onClick={forget}>
        Forget them
      </Button>
    </p>
  )
}
/** The country code of nearly every customer, shown before the list of countries has loaded. */
const usualCountry = '🇳🇬 +234 Nigeria'

const CountryCode = ({ form }: { form: PaymentForm }) => {
  const { countrycode, key } = form.draft
  const [isOpened, setOpened] = useState(false)
  // A draft gets its key with the customer's first change, so the list loads as soon as the
  // customer types.
  const query = useCountryList(isOpened || key !== '')
  const countries = query.data ?? []
  const isListed = countries.some(({ isocode }) => isocode === countrycode)
  return (
    <Field label="Country code">
      {(control) => (
        <>
          <select
            {...control}
            name="countrycode"
            value={countrycode}
            onFocus={() => setOpened(true)}
            onChange={(event) => form.change({ countrycode: event.target.value })}
          >
            {!isListed && (
              <option value={countrycode}>
                {countrycode === defaultCountryCode ? usualCountry : countrycode}
              </option>
            )}
            {query.isFetching && <option disabled>Loading the countries…</option>}
            {countries.map(({ isocode, countryname, countrycode: code, flag }) => (
              <option key={isocode} value={isocode}>
                {`${flag} ${code} ${countryname}`}
              </option>
            ))}
          </select>
          <CountriesFailure query={query} />
        </>
      )}
    </Field>
  )
}
