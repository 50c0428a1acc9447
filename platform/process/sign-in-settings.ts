import { z } from 'zod'

const isLoopback = (hostname: string) =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)

const isIssuer = (text: string): boolean => {
  const url = URL.parse(text)
  if (!url || url.username || url.password || /[?#]/.test(text)) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

export const signInSettings = {
  SECOND_FACTOR: z
    .enum(['optional', 'superadministrators', 'all'])
    .default('optional')
    .describe(
      'who must have a second factor to sign in: `optional`, `superadministrators` or `all`',
    ),
  OIDC_ISSUER: z
    .string()
    .refine(isIssuer, 'expected the address of an OpenID provider, https:// without ? and #')
    .optional()
    .describe(
      'an OpenID Connect provider at which staff may sign in, by the email address of their account ([how](operations.md#signing-in-at-a-provider))',
    ),
  OIDC_CLIENT_ID: z.string().max(300).optional().describe("the shop's id at that provider"),
  OIDC_CLIENT_SECRET: z
    .string()
    .max(1_000)
    .optional()
    .describe("the shop's secret at that provider"),
  OIDC_NAME: z
    .string()
    .max(60)
    .default('your company account')
    .describe('the provider’s name on the button of the sign-in page: "Sign in with …"'),
}

type SignInSettings = z.infer<z.ZodObject<typeof signInSettings>>

/** A check for `superRefine`: the provider's settings must be all set or all unset. */
export const wholeProvider = (
  settings: Pick<SignInSettings, 'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET'>,
  context: Pick<z.RefinementCtx, 'addIssue'>,
) => {
  const names = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const
  const missing = names.filter((name) => settings[name] === undefined)
  if (missing.length === names.length) return
  for (const name of missing)
    context.addIssue({
      code: 'custom',
      path: [name],
      message: 'expected with the other OIDC settings',
    })
}

export const signInOptions = (settings: SignInSettings) => {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_NAME: name } = settings
  const clientSecret = settings.OIDC_CLIENT_SECRET
  return {
    secondFactor: settings.SECOND_FACTOR,
    ...(issuer && clientId && clientSecret && { oidc: { issuer, clientId, clientSecret, name } }),
  }
}
