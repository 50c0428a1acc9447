import { z } from 'zod'
import { CommandAnswer, resultOf } from '../answer.ts'
import { endpoints } from '../endpoint.ts'
import { pathIdentifier } from '../text.ts'
import {
  BeginEnrolment,
  EnrolAtSignIn,
  Enrolment,
  FinishEnrolment,
  OwnFactors,
  OwnSession,
  PasswordProof,
  RecoveryCodes,
  SecondFactorProof,
  SignedIn,
} from './second-factor.ts'

const own = { access: 'signed-in' } as const

export const secondFactorEndpoints = endpoints('People', {
  proveSecondFactor: {
    method: 'POST',
    path: '/api/login/second-factor',
    access: 'public',
    once: true,
    summary: 'Sign in with a code or a passkey, after the password',
    body: SecondFactorProof,
    response: { 200: SignedIn },
  },
  enrolAtSignIn: {
    method: 'POST',
    path: '/api/login/second-factor/enrolment',
    access: 'public',
    summary: 'Begin to enroll the second factor that the person needs in order to sign in',
    body: EnrolAtSignIn,
    response: { 200: Enrolment },
  },
  listOwnFactors: {
    ...own,
    method: 'GET',
    path: '/api/admin/second-factor',
    summary: 'List your second factors',
    response: { 200: resultOf(OwnFactors) },
  },
  beginEnrolment: {
    ...own,
    method: 'POST',
    path: '/api/admin/second-factor/enrolment',
    summary: 'Begin to enroll a second factor, with your password',
    body: BeginEnrolment,
    response: { 200: Enrolment },
  },
  finishEnrolment: {
    ...own,
    method: 'POST',
    path: '/api/admin/second-factor',
    once: true,
    summary: 'Finish enrolling a second factor by sending its first code or signature',
    body: FinishEnrolment,
    response: { 200: RecoveryCodes },
  },
  renewRecoveryCodes: {
    ...own,
    method: 'POST',
    path: '/api/admin/second-factor/recovery-codes',
    once: true,
    summary: 'Replace your recovery codes (requires your password)',
    body: PasswordProof,
    response: { 200: RecoveryCodes },
  },
  removeFactor: {
    ...own,
    method: 'DELETE',
    path: '/api/admin/second-factor/:factorid',
    summary: 'Remove a second factor: `totp` or the id of a passkey (requires your password)',
    params: z.object({ factorid: pathIdentifier }),
    body: PasswordProof,
    response: { 200: CommandAnswer },
  },
})

export const sessionEndpoints = endpoints('People', {
  listOwnSessions: {
    ...own,
    method: 'GET',
    path: '/api/admin/sessions',
    summary: 'List your active sessions',
    response: { 200: resultOf(z.array(OwnSession)) },
  },
  endOwnSession: {
    ...own,
    method: 'DELETE',
    path: '/api/admin/sessions/:sessionid',
    summary: 'End one of your sessions immediately',
    params: z.object({ sessionid: pathIdentifier }),
    response: { 200: CommandAnswer },
  },
  endOtherSessions: {
    ...own,
    method: 'DELETE',
    path: '/api/admin/sessions',
    summary: 'End all your other sessions immediately',
    response: { 200: CommandAnswer },
  },
})
