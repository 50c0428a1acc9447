import { oidcEndpoints } from '@strand/contracts/accounts/oidc.endpoints'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../shared/api/client.ts'
import { ButtonLink } from '../../shared/buttons/button.tsx'

/** "Sign in with ..." if the shop has a provider; the link leaves the app. */
export const ProviderButton = () => {
  const { data } = useQuery({
    queryKey: ['sign-in-provider'],
    queryFn: ({ signal }) => call(oidcEndpoints.getSignInProvider, { signal }),
    select: ({ result }) => result,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data) return null
  return (
    <div className="form">
      <ButtonLink to={oidcEndpoints.beginOidc.path} reloadDocument>
        Sign in with {data.name}
      </ButtonLink>
    </div>
  )
}
