import { formatDeliveryPrice } from '@strand/contracts/naira'
import { useEffect, useMemo, useState } from 'react'
import { keepLoading } from '../../../shared/browser/keep-loading.ts'
import { useOnlineStatus } from '../../../shared/browser/use-online-status.ts'
import { Button } from '../../../shared/buttons/button.tsx'
import { Skeleton } from '../../../shared/feedback/loading.tsx'
import { Combobox } from '../../../shared/fields/combobox.tsx'
import { Field } from '../../../shared/fields/field.tsx'
import { DeliveryPrice as Price } from '../../../shared/format/money.tsx'
import { fieldNames } from '../draft/draft.ts'
import type { PaymentForm } from '../use-payment-form.ts'
import './delivery-step.css'

export type LocationForm = Pick<
  PaymentForm,
  'locations' | 'delivery' | 'draft' | 'change' | 'retryLists'
>

export const LocationField = ({
  form,
  error,
  onBlur,
}: {
  form: LocationForm
  error?: string | undefined
  onBlur?: () => void
}) => {
  const { data: locations, isError } = form.locations
  const search = useLocationSearch()
  const { seen, insists } = form.draft
  const options = useMemo(() => {
    const offered = locations ?? []
    // If the shop removed a location after the customer had paid for delivery there, that customer
    // still sees it.
    const isGone = insists && !offered.some(({ locationid }) => locationid === seen?.locationid)
    const choices = isGone && seen ? [...offered, seen] : offered
    return choices.map(({ locationid, locationname, price }) => ({
      id: locationid,
      text: locationname,
      aside: formatDeliveryPrice(price),
    }))
  }, [locations, seen, insists])
  return (
    <>
      <Field label={fieldNames.location} error={error}>
        {(control) => (
          <Combobox
            control={control}
            options={options}
            search={search ?? undefined}
            searching={search === null}
            value={form.draft.location}
            placeholder={
              locations ? 'Search for a location' : isError ? '' : 'Loading the locations…'
            }
            disabled={!locations}
            onChoose={(location) => form.change({ location })}
            {...(onBlur && { onBlur })}
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
    </>
  )
}

type LocationSearch = typeof import('./location-search.ts').matchingLocations

/**
 * The search that also finds cities. Null until it has loaded, which happens after the field is
 * shown.
 */
const useLocationSearch = (): LocationSearch | null => {
  const [search, setSearch] = useState<{ matching: LocationSearch } | null>(null)
  useEffect(() => {
    void keepLoading(() => import('./location-search.ts')).then(({ matchingLocations }) =>
      setSearch({ matching: matchingLocations }),
    )
  }, [])
  return search?.matching ?? null
}

// Shows a failure in place instead of as a toast, because the specification has no message for it.
const DeliveryPrice = ({ form }: { form: LocationForm }) => {
  const online = useOnlineStatus()
  if (form.draft.location === '') return null
  const { data, isError, isFetching, refetch } = form.delivery
  return (
    <p className="delivery-price" role="status">
      <span>Delivery price</span>
      {data && <Price amount={data.price} />}
      {!data && !online && <span>You’re offline. It will appear when you’re back online.</span>}
      {!data && online && (isFetching || !isError) && <Skeleton width="5rem" />}
      {!data && online && isError && !isFetching && (
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
