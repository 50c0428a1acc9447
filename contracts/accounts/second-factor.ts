import { z } from 'zod'
import { CommandAnswer } from '../answer.ts'
import { givenText, identifier, requiredLine, secretText, thingName } from '../text.ts'
import { NewPasskey, PasskeyCreation, PasskeyProof, PasskeyRequest } from './passkey.ts'
import { Session } from './session.ts'
import { enterPasswordText } from './user.ts'

/** The methods of a second factor. A recovery code can replace any of them. */
export const FactorMethod = z.enum(['totp', 'passkey'])
export type FactorMethod = z.infer<typeof FactorMethod>

/** The maximum number of minutes between two steps of signing in or enrolling. */
export const challengeMinutes = 10

const challenge = identifier(120).min(1)

/** The answer to a correct password if a second step must follow. */
export const SecondFactorNeeded = CommandAnswer.extend({
  secondFactor: z.object({
    /** The methods that the person can use; if `enrol` is set, those that the person can enroll. */
    methods: z.array(z.enum([...FactorMethod.options, 'recovery'])),
    /** Identifies this sign-in in the next step; works once. */
    challenge: givenText,
    /**
     * Set if a factor is required and the person has none. The person must enroll one before the
     * session starts.
     */
    enrol: z.literal(true).optional(),
    /** The options of `navigator.credentials.get` in the browser. */
    passkey: PasskeyRequest.optional(),
  }),
})
export type SecondFactorNeeded = z.infer<typeof SecondFactorNeeded>

export const enterCodeText = 'Please enter the code!'
const code = requiredLine(enterCodeText, 40)

/** One of: a six-digit code, a recovery code, the browser's proof of a passkey. */
const proof = {
  challenge,
  code: code.optional(),
  credential: z.union([PasskeyProof, NewPasskey]).optional(),
}
const oneProof = ({ code, credential }: { code?: unknown; credential?: unknown }) =>
  (code === undefined) !== (credential === undefined)
const onlyOne = { path: ['code'], message: enterCodeText }

/** `POST /api/login/second-factor`. */
export const SecondFactorProof = z.object(proof).refine(oneProof, onlyOne)
export type SecondFactorProof = z.infer<typeof SecondFactorProof>

/** Recovery codes are shown only once, when the first factor is enrolled. */
const recoveryCodes = z.array(givenText).optional()
export const SignedIn = Session.extend({ recoveryCodes })
export type SignedIn = z.infer<typeof SignedIn>

/** `POST /api/login/second-factor/enrolment`. */
export const EnrolAtSignIn = z.object({ challenge, method: FactorMethod })

const password = secretText(enterPasswordText).min(1, enterPasswordText).max(256)

export const PasswordProof = z.object({ password })
export const BeginEnrolment = z.object({ method: FactorMethod, password })

/** What the app or the browser needs to make the new factor. */
export const Enrolment = CommandAnswer.extend({
  challenge: givenText,
  totp: z.object({ secret: givenText, uri: givenText }).optional(),
  passkey: PasskeyCreation.optional(),
})
export type Enrolment = z.infer<typeof Enrolment>

export const FinishEnrolment = z
  .object({ ...proof, name: thingName('Please enter a name!', 60).optional() })
  .refine(oneProof, onlyOne)

export const RecoveryCodes = CommandAnswer.extend({ recoveryCodes })

/** `GET /api/admin/second-factor`: the caller's own factors. */
export const OwnFactors = z.object({
  totp: z.object({ createdat: z.iso.datetime() }).nullable(),
  passkeys: z.array(
    z.object({
      passkeyid: givenText,
      name: givenText,
      createdat: z.iso.datetime(),
      usedat: z.iso.datetime().nullable(),
    }),
  ),
  recoveryCodes: z.int(),
  /** The methods that the shop offers. Passkeys need a host name and https (or localhost). */
  methods: z.array(FactorMethod),
  required: z.boolean(),
})
export type OwnFactors = z.infer<typeof OwnFactors>

/** `GET /api/admin/sessions`: a session of the caller. */
export const OwnSession = z.object({
  sessionid: z.uuid(),
  /** The browser and operating system, according to the browser. */
  device: givenText,
  createdat: z.iso.datetime(),
  seenat: z.iso.datetime(),
  current: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>
