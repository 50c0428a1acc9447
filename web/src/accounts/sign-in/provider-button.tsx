import { oidcEndpoints } from '@strand/contracts/accounts/oidc.endpoints'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../shared/api/client.ts'
import { ButtonLink } from '../../shared/buttons/button.tsx'

/**
 * The link "Sign in with ...", which leaves the app. Renders nothing if the shop does not use an
 * identity provider.
 */
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
