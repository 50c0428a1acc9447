import {
  secondFactorEndpoints,
  sessionEndpoints,
} from '@strand/contracts/accounts/second-factor.endpoints'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../shared/api/client.ts'

export const ownFactorsKey = ['own-factors']
export const ownSessionsKey = ['own-sessions']

export const useOwnFactors = () =>
  useQuery({
    queryKey: ownFactorsKey,
    queryFn: async ({ signal }) =>
      (await call(secondFactorEndpoints.listOwnFactors, { signal })).result,
  })

export const useOwnSessions = () =>
  useQuery({
    queryKey: ownSessionsKey,
    queryFn: async ({ signal }) =>
      (await call(sessionEndpoints.listOwnSessions, { signal })).result,
  })
