import { randomUUID } from 'node:crypto'
import { NewPassword } from '@strand/contracts/accounts/session'
import { readMailedToken } from '@strand/platform/crypto/mailed-token'
import { eventually } from '@strand/platform/testing/eventually'
import { expect, test } from 'vitest'
import { startSmtpServer } from '../testing/smtp-server.ts'
import { openTestShop, tokenSecret } from '../testing/test-shop.ts'

const open = async () => {
  const smtp = await startSmtpServer()
  const shop = await openTestShop()
  await shop.start({ mailUrl: smtp.url })
  return { smtp, shop }
}
const linkIn = (text: string | undefined, path: string) =>
  new RegExp(`https://shop.example/${path}/(\\S+)`).exec(text ?? '')?.[1] ?? ''

test('a new staff member gets a personal link and a temporary password', async () => {
  const { smtp, shop } = await open()
  const { userId } = await shop.createUser()
  await eventually(() => smtp.mails.length, 1)
  const [mail] = smtp.mails
  expect(mail?.subject).toBe('Activate your account at Strand Hair')
  expect(mail?.to).toEqual([{ name: 'Bola Eze', address: 'bola@example.com' }])
  const token = linkIn(mail?.text, 'account-activation')
  expect(readMailedToken(tokenSecret, 'activation', token)).toBe(userId)
  expect(readMailedToken(tokenSecret, 'password-reset', token)).toBeNull()
  const password = /Temporary password: (\S+)/.exec(mail?.text ?? '')?.[1]
  expect(NewPassword.safeParse(password).success).toBe(true)
  expect(mail?.html).toContain(password)
  expect(mail?.html).toContain(token)
})

test('a password reset is mailed as a link that is valid only for this request', async () => {
  const { smtp, shop } = await open()
  const { userId, appendEvent } = await shop.createUser('system')
  const resetId = randomUUID()
  await appendEvent({ type: 'UserPasswordResetRequested', data: { userId, resetId } })
  await eventually(() => smtp.mails.length, 1)
  const token = linkIn(smtp.mails[0]?.text, 'reset-password')
  expect(readMailedToken(tokenSecret, 'password-reset', token)).toBe(resetId)
})

test('the account’s owner gets a mail whenever the password changes, however it was changed', async () => {
  const { smtp, shop } = await open()
  const { userId, appendEvent } = await shop.createUser('system')
  await appendEvent({ type: 'UserPasswordReset', data: { userId } })
  await appendEvent({ type: 'UserPasswordChanged', data: { userId } })
  await eventually(() => smtp.mails.length, 2)
  for (const { subject } of smtp.mails)
    expect(subject).toBe('Your password at Strand Hair was changed')
})

test('signing in, archiving and the first superadministrator send no mail', async () => {
  const { smtp, shop } = await open()
  const { userId, appendEvent } = await shop.createUser('system')
  await appendEvent({ type: 'UserSignedIn', data: { userId } })
  await appendEvent({ type: 'UserSignInFailed', data: { userId } })
  await appendEvent({ type: 'UserArchived', data: { userId } })
  await appendEvent({ type: 'UserPasswordChanged', data: { userId } })
  await eventually(() => smtp.mails.length, 1)
  expect(await shop.outbox()).toHaveLength(1)
})

test('a person whose password someone else knows is told so, and that it was disabled', async () => {
  const { smtp, shop } = await open()
  const { userId, appendEvent } = await shop.createUser('system')
  await appendEvent({ type: 'UserPasswordKnown', data: { userId } })
  await appendEvent({ type: 'UserPasswordEnded', data: { userId } })
  await eventually(() => smtp.mails.length, 2)
  expect(smtp.mails.map(({ subject }) => subject).sort()).toEqual([
    'Someone knows your password at Strand Hair',
    'Your password at Strand Hair no longer works',
  ])
  for (const { text } of smtp.mails)
    expect(text).toContain('https://shop.example/request-reset-password')
})

test('an auditor gets the checkpoint of a day by mail, exactly as it must be kept', async () => {
  const { smtp, shop } = await open()
  const { userId, appendEvent } = await shop.createUser('system')
  const note =
    'shop.example/log\n12\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n— shop.example/log Az3g\n'
  await appendEvent({ type: 'UserGivenCheckpoint', data: { userId, day: '2026-03-01', note } })
  await eventually(() => smtp.mails.length, 1)
  expect(smtp.mails[0]?.subject).toBe('The log of Strand Hair on 2026-03-01')
  for (const line of note.split('\n')) expect(smtp.mails[0]?.text).toContain(line)
})

test('a superadministrator gets a mail about money that the bank took back, with a link to deal with it', async () => {
  const { smtp, shop } = await open()
  const { userId, appendEvent } = await shop.createUser('system')
  const upTo = '2026-03-01T09:00:00.000Z'
  const data = { userId, payments: 2, amountKobo: 8_550_050, upTo }
  await appendEvent({ type: 'UserToldOfMoneyTakenBack', data })
  await eventually(() => smtp.mails.length, 1)
  expect(smtp.mails[0]?.subject).toBe('The bank took back ₦85,500.50 at Strand Hair')
  expect(smtp.mails[0]?.text).toContain('2 payments of approved orders')
  expect(smtp.mails[0]?.text).toContain('https://shop.example/dashboard/money?tab=takenback')
})

test('a person whose sign-in is slowed down gets a link that only makes a browser known', async () => {
  const { smtp, shop } = await open()
  const { userId, appendEvent } = await shop.createUser('system')
  const linkId = randomUUID()
  await appendEvent({ type: 'UserSignInSlowed', data: { userId, linkId } })
  await eventually(() => smtp.mails.length, 1)
  const [mail] = smtp.mails
  expect(mail?.subject).toBe('Failed sign-ins to your account at Strand Hair')
  const token = linkIn(mail?.text, 'known-device')
  expect(readMailedToken(tokenSecret, 'known-device', token)).toBe(linkId)
  for (const purpose of ['activation', 'password-reset'] as const)
    expect(readMailedToken(tokenSecret, purpose, token)).toBeNull()
  expect(mail?.html).toContain(token)
})
