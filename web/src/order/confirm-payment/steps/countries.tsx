import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Button } from '../../../shared/buttons/button.tsx'
import { countriesQuery } from '../form-api.ts'

/**
 * Fetches the list of countries only when it is wanted, because most customers keep the default,
 * Nigeria.
 */
export const useCountryList = (isWanted: boolean) =>
  useQuery({ ...countriesQuery, enabled: isWanted })

export const CountriesFailure = ({
  query: { isError, isFetching, refetch },
}: {
  query: Pick<UseQueryResult, 'isError' | 'isFetching' | 'refetch'>
}) =>
  isError &&
  !isFetching && (
    <p className="inline-failure" role="alert">
      The countries could not be loaded.{' '}
      <Button size="small" onClick={() => void refetch()}>
        Try again
      </Button>
    </p>
  )
