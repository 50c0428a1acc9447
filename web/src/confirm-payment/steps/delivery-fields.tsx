import { isInternational } from '@strand/contracts/catalogue/location'
import { Button } from '../../shared/buttons/button.tsx'
import { Skeleton } from '../../shared/feedback/loading.tsx'
import { Combobox } from '../../shared/fields/combobox.tsx'
import { Field } from '../../shared/fields/field.tsx'
import { DeliveryPrice as Price } from '../../shared/format/money.tsx'
import type { PaymentForm } from '../use-payment-form.ts'
import { CountriesFailure, useCountryList } from './countries.tsx'
import { fieldNames } from './steps.ts'

/** Where the order goes: the location, its price, and the fields that the location requires. */
export const DeliveryFields = ({ form }: { form: PaymentForm }) => {
  const { data: locations, isError } = form.locations
  const delivery = form.delivery.data
  return (
    <>
      <Field label={fieldNames.location} error={form.errorOf('location', form.orderErrors)}>
        {(control) => (
          <Combobox
            control={control}
            options={(locations ?? []).map(({ locationid: id, locationname: text }) => ({
              id,
              text,
            }))}
            value={form.draft.location}
            placeholder={locations ? 'Search a location' : isError ? '' : 'Loading the locations…'}
            disabled={!locations}
            onChoose={(location) => form.change({ location })}
            onBlur={() => form.markTouched('location')}
          />
        )}
      </Field>
      {isError && !locations && (
        <p className="inline-failure" role="alert">
          The locations could not be loaded.{' '}
          <Button size="small" onClick={form.retryLists}>
            Try again
          </Button>
        </p>
      )}
      <DeliveryPrice form={form} />
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

// The specification defines no event for a price that cannot be loaded. It is shown here, quietly.
const DeliveryPrice = ({ form }: { form: PaymentForm }) => {
  if (form.draft.location === '') return null
  const { data, isError, isFetching, refetch } = form.delivery
  return (
    <p className="delivery-price" role="status">
      <span>Delivery price</span>
      {data && <Price amount={data.price} />}
      {!data && (isFetching || !isError) && <Skeleton width="5rem" />}
      {!data && isError && !isFetching && (
        <span className="delivery-price-failed">
          could not be loaded{' '}
          <Button size="small" onClick={() => refetch()}>
            Try again
          </Button>
        </span>
      )}
    </p>
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
