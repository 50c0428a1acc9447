import { isInternational } from '@strand/contracts/catalogue/location'
import { Field } from '../../../shared/fields/field.tsx'
import { fieldNames } from '../draft/draft.ts'
import type { PaymentForm } from '../use-payment-form.ts'
import { CountriesFailure, useCountryList } from './countries.tsx'
import { LocationField } from './location-field.tsx'

export const DeliveryFields = ({ form }: { form: PaymentForm }) => {
  const delivery = form.delivery.data
  return (
    <>
      <LocationField
        form={form}
        error={form.errorOf('location', form.orderErrors)}
        onBlur={() => form.markTouched('location')}
      />
      {delivery && isInternational(delivery.locationname) && <InternationalFields form={form} />}
      {delivery?.deliveryaddress ? (
        <Field label="Pick-up address" help="You collect your order here.">
          {(control) => (
            <textarea {...control} readOnly rows={2} value={delivery.deliveryaddress} />
          )}
        </Field>
      ) : (
        <Field
          label={fieldNames.deliveryaddress}
          error={form.errorOf('deliveryaddress', form.addressErrors)}
        >
          {(control) => (
            <textarea
              {...control}
              name="deliveryaddress"
              rows={2}
              maxLength={500}
              autoComplete="street-address"
              value={form.draft.deliveryaddress}
              onChange={(event) => form.change({ deliveryaddress: event.target.value })}
              onBlur={() => form.markTouched('deliveryaddress')}
            />
          )}
        </Field>
      )}
    </>
  )
}

const InternationalFields = ({ form }: { form: PaymentForm }) => {
  const query = useCountryList(true)
  return (
    <div className="two-columns">
      <Field label={fieldNames.country} error={form.errorOf('country', form.addressErrors)}>
        {(control) => (
          <>
            <select
              {...control}
              name="country"
              autoComplete="country-name"
              value={form.draft.country}
              onChange={(event) => form.change({ country: event.target.value })}
              onBlur={() => form.markTouched('country')}
            >
              <option value="">Choose a country</option>
              {query.data?.map(({ countryid, countryname, countrycode, flag }) => (
                <option key={countryid} value={countryname}>
                  {`${flag} ${countryname} (${countrycode})`}
                </option>
              ))}
            </select>
            <CountriesFailure query={query} />
          </>
        )}
      </Field>
      <Field label={fieldNames.postalcode} error={form.errorOf('postalcode', form.addressErrors)}>
        {(control) => (
          <input
            {...control}
            name="postalcode"
            autoComplete="postal-code"
            maxLength={20}
            enterKeyHint="next"
            value={form.draft.postalcode}
            onChange={(event) => form.change({ postalcode: event.target.value })}
            onBlur={() => form.markTouched('postalcode')}
          />
        )}
      </Field>
    </div>
  )
}
