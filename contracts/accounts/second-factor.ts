import { z } from 'zod'
import { CommandAnswer } from '../answer.ts'
import { givenText, identifier, requiredLine, secretText, thingName } from '../text.ts'
import { NewPasskey, PasskeyCreation, PasskeyProof, PasskeyRequest } from './passkey.ts'
import { Session } from './session.ts'
import { enterPasswordText } from './user.ts'

/** What a person adds to the password; a recovery code can replace either. */
export const FactorMethod = z.enum(['totp', 'passkey'])
export type FactorMethod = z.infer<typeof FactorMethod>

/** Minutes allowed between one step of signing in or enrolling and the next. */
export const challengeMinutes = 10

const challenge = identifier(120).min(1)

/** The answer if a second step must follow the correct password. */
export const SecondFactorNeeded = CommandAnswer.extend({
  secondFactor: z.object({
    /** The methods the person can use; with `enrol`, those that can be enrolled. */
    methods: z.array(z.enum([...FactorMethod.options, 'recovery'])),
    /** Identifies this sign-in in the next step; works once. */
    challenge: givenText,
    /** A factor is required and the person has none, so one must be enrolled before the session starts. */
    enrol: z.literal(true).optional(),
    /** For the browser's `navigator.credentials.get`. */
    passkey: PasskeyRequest.optional(),
  }),
})
export type SecondFactorNeeded = z.infer<typeof SecondFactorNeeded>

export const enterCodeText = 'Please enter the code!'
const code = requiredLine(enterCodeText, 40)

/** A six-digit code, a recovery code, or the browser's proof of a passkey. */
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

/** The codes are shown once, when the first factor is enrolled. */
const recoveryCodes = z.array(givenText).optional()
export const SignedIn = Session.extend({ recoveryCodes })
export type SignedIn = z.infer<typeof SignedIn>

/** `POST /api/login/second-factor/enrolment`. */
export const EnrolAtSignIn = z.object({ challenge, method: FactorMethod })

const password = secretText(enterPasswordText).min(1, enterPasswordText).max(256)

export const PasswordProof = z.object({ password })
export const BeginEnrolment = z.object({ method: FactorMethod, password })

/** What the app or the browser needs to create the new factor. */
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
  /** The number of unused codes. */
  recoveryCodes: z.int(),
  /** The methods this shop offers at its address. */
  methods: z.array(FactorMethod),
  /** Whether the person must have a factor. */
  required: z.boolean(),
})
export type OwnFactors = z.infer<typeof OwnFactors>

/** `GET /api/admin/sessions`: where the caller is signed in. */
export const OwnSession = z.object({
  sessionid: z.uuid(),
  /** The browser and operating system, as they identify themselves. */
  device: givenText,
  createdat: z.iso.datetime(),
  seenat: z.iso.datetime(),
  current: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>
