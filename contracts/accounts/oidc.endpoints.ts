import { z } from 'zod'
import { resultOf } from '../answer.ts'
import { endpoints } from '../endpoint.ts'
import { OidcReturn, SignInProvider } from './oidc.ts'
import { SecondFactorNeeded } from './second-factor.ts'
import { Session } from './session.ts'

const open = { access: 'public' } as const

export const oidcEndpoints = endpoints('People', {
  getSignInProvider: {
    ...open,
    method: 'GET',
    path: '/api/login/provider',
    summary: 'Get the provider through which staff can sign in',
    response: { 200: resultOf(SignInProvider.nullable()) },
  },
  beginOidc: {
    ...open,
    method: 'GET',
    path: '/api/login/oidc',
    summary: 'Send the browser to the provider to sign in there',
    response: { 302: z.undefined() },
  },
  returnFromOidc: {
    ...open,
    method: 'GET',
    path: '/api/login/oidc/callback',
    summary: 'Receive the browser back from the provider, and redirect it to the sign-in page',
    query: OidcReturn,
    response: { 302: z.undefined() },
  },
  finishOidc: {
    ...open,
    method: 'POST',
    path: '/api/login/oidc',
    once: true,
    summary: 'Finish a sign-in through the provider',
    response: { 200: z.union([Session, SecondFactorNeeded]) },
  },
})
