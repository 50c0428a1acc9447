import { randomUUID } from 'node:crypto'
import { userEvents } from '@strand/contracts/accounts/events'
import { ErrorAnswer } from '@strand/contracts/answer'
import { EventMetadata } from '@strand/contracts/envelope'
import { mailedToken, temporaryPassword } from '@strand/platform/crypto/mailed-token'
import { expect, test } from 'vitest'
import { openStaff, otherPassword, password, tokenSecret } from '../testing/test-staff.ts'

const form = {
  firstname: 'Chidi',
  lastname: 'Eze',
  email: 'Chidi.Eze@strand.example',
  phone: '08035551234',
  countryCode: 'NG',
  roleid: 'administrator',
}

test('a superadministrator adds a user, who gets in with the mailed link and password', async () => {
  const { person, call, signIn, eventsOf, eventStore } = await openStaff()
  const { accessToken } = await signIn(await person('superadministrator'))
  const created = await call('POST', '/api/admin/create-user', form, accessToken)
  expect(created.status).toBe(201)
  expect(created.body).toMatchObject({
    isSuccessful: true,
    firstname: 'Chidi',
    email: 'chidi.eze@strand.example',
  })
  expect(created.headers['x-position']).toBeDefined()
  const userId = created.body.userid
  expect(await eventsOf(userId)).toEqual(['UserCreated'])

  const temporary = temporaryPassword(tokenSecret, userId)
  const { email } = created.body
  await call('GET', `/api/activate-account/${mailedToken(tokenSecret, 'activation', userId)}`)
  const chosen = { password: otherPassword, confirmPassword: otherPassword }
  await call('POST', '/api/change-password', { email, oldPassword: temporary, ...chosen })
  const session = await call('POST', '/api/login', { email, password: otherPassword })
  expect(session.body).toMatchObject({ status: 'active', role: 'administrator', lastname: 'Eze' })

  for (const recorded of await eventStore.readStream(`user-${userId}`)) {
    userEvents.decode(recorded)
    EventMetadata.parse(recorded.metadata)
    const stored = JSON.stringify({ ...recorded, position: String(recorded.position) })
    for (const secret of ['Chidi', 'chidi.eze', '08035551234', temporary, otherPassword, 'argon2'])
      expect(stored).not.toContain(secret)
  }
})

test('an address can be used once, however it is written and however many ask at once', async () => {
  const { person, call, signIn } = await openStaff()
  const { accessToken } = await signIn(await person('superadministrator'))
  const answers = await Promise.all(
    ['a@b.example', 'A@B.example', ' a@b.EXAMPLE '].map((email) =>
      call('POST', '/api/admin/create-user', { ...form, email }, accessToken),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
})

test('a form with errors names each field with its own text', async () => {
  const { person, call, signIn } = await openStaff()
  const { accessToken } = await signIn(await person('superadministrator'))
  const { status, body } = await call('POST', '/api/admin/create-user', {}, accessToken)
  expect(status).toBe(400)
  expect(ErrorAnswer.parse(body)).toEqual(body)
  expect(body.details.map(({ message }: { message: string }) => message)).toEqual([
    'Please enter first name!',
    'Please enter last name!',
    'Please enter email address!',
    'Please enter phone number!',
    'Please select user role!',
  ])
})

test('changing the profile needs the current password, and keeps role and address', async () => {
  const { person, call, signIn, eventsOf } = await openStaff()
  const ada = await person('auditor')
  const { accessToken } = await signIn(ada)
  const profile = { firstname: 'Adaeze', lastname: 'Obi', phone: '0809', email: ada.email }
  const update = (body: object) => call('PUT', '/api/admin/update-user', body, accessToken)
  expect((await update(profile)).body.message).toBe('Please enter password!')
  expect((await update({ ...profile, password: 'wrong' })).body.message).toBe(
    'The password is wrong',
  )
  const other = await update({ ...profile, password, email: 'other@strand.example' })
  expect(other.body.message).toBe('The email address cannot be changed')
  const done = await update({
    ...profile,
    password,
    userid: ada.userId,
    roleid: 'superadministrator',
  })
  expect(done.status).toBe(200)
  const session = await call('POST', '/api/login', { email: ada.email, password })
  expect(session.body).toMatchObject({ firstname: 'Adaeze', phone: '0809', role: 'auditor' })
  // Sending the stored data again changes nothing, and appends no event.
  expect((await update({ ...profile, password })).status).toBe(200)
  expect(await eventsOf(ada.userId)).toEqual(['UserSignedIn', 'UserUpdated', 'UserSignedIn'])
})

test('only superadministrators can change others', async () => {
  const { person, call, signIn } = await openStaff()
  const bola = await person('auditor')
  const { email: _, ...details } = form
  const update = { ...details, userid: bola.userId }
  const manager = await signIn(await person('administrator'))
  const newcomer = await signIn(await person('superadministrator', 'pending'))
  for (const { accessToken } of [manager, newcomer])
    expect((await call('PUT', '/api/admin/update-user', update, accessToken)).status).toBe(403)
  const { accessToken } = await signIn(await person('superadministrator'))
  expect((await call('PUT', '/api/admin/update-user', update, accessToken)).status).toBe(200)
  for (const userid of [randomUUID(), 'nobody'])
    expect(
      (await call('PUT', '/api/admin/update-user', { ...update, userid }, accessToken)).status,
    ).toBe(404)
})

test('a change of role ends the sessions of that person at once', async () => {
  const { person, call, signIn, eventsOf } = await openStaff()
  const bola = await person('auditor')
  const session = await signIn(bola)
  const { accessToken } = await signIn(await person('superadministrator'))
  const { email: _, ...details } = form
  const update = { ...details, userid: bola.userId, roleid: 'administrator' }
  await call('PUT', '/api/admin/update-user', update, accessToken)
  const own = { ...details, password }
  expect((await call('PUT', '/api/admin/update-user', own, session.accessToken)).status).toBe(401)
  const { email, refreshToken } = session
  expect((await call('POST', '/api/refresh-token', { email, refreshToken })).status).toBe(401)
  expect(await eventsOf(bola.userId)).toEqual(['UserSignedIn', 'UserUpdated', 'UserRoleChanged'])
})

test('archiving ends the sessions at once, restoring brings the status back', async () => {
  const { person, call, signIn, eventsOf } = await openStaff()
  const { accessToken } = await signIn(await person('administrator'))
  const bola = await person('auditor')
  const session = await signIn(bola)
  const archive = () =>
    call('DELETE', `/api/admin/delete-user/${bola.userId}`, undefined, accessToken)
  expect((await archive()).status).toBe(200)
  const own = { ...form, password, email: undefined }
  expect((await call('PUT', '/api/admin/update-user', own, session.accessToken)).status).toBe(401)
  expect((await call('POST', '/api/login', { email: bola.email, password })).status).toBe(401)
  expect((await archive()).status).toBe(409)
  const restore = await call(
    'PUT',
    `/api/admin/restore-user/${bola.userId}`,
    undefined,
    accessToken,
  )
  expect(restore.status).toBe(200)
  expect((await signIn(bola)).email).toBe(bola.email)
  expect((await eventsOf(bola.userId)).filter((type) => !type.startsWith('UserSign'))).toEqual([
    'UserArchived',
    'UserRestored',
  ])
})

test('a bulk command reports what it did and what it did not', async () => {
  const { person, call, signIn } = await openStaff()
  const manager = await person('administrator')
  const { accessToken } = await signIn(manager)
  const bola = await person('auditor')
  const chidi = await person('administrator')
  const owner = await person('superadministrator')
  const ids = [bola.userId, manager.userId, owner.userId, 'nobody', chidi.userId, bola.userId]
  const archived = await call('DELETE', '/api/admin/delete-user', ids, accessToken)
  expect(archived.status).toBe(200)
  expect(archived.body.result).toEqual([bola.userId, chidi.userId])
  expect(archived.body.failed).toEqual([
    { id: manager.userId, message: 'You cannot archive yourself' },
    { id: owner.userId, message: 'Only a superadministrator can archive a superadministrator' },
    { id: 'nobody', message: 'There is no user with this id' },
  ])
  const restored = await call('PUT', '/api/admin/restore-user', { ids }, accessToken)
  expect(restored.body.result).toEqual([bola.userId, chidi.userId])
  const empty = await call('PUT', '/api/admin/restore-user', [], accessToken)
  expect(empty.status).toBe(400)
})

test('two superadministrators who archive each other at once leave one of them', async () => {
  for (let round = 0; round < 5; round++) {
    const { person, call, signIn, pool } = await openStaff()
    const pair = [await person('superadministrator'), await person('superadministrator')] as const
    const sessions = [await signIn(pair[0]), await signIn(pair[1])] as const
    const answers = await Promise.all([
      call(
        'DELETE',
        `/api/admin/delete-user/${pair[1].userId}`,
        undefined,
        sessions[0].accessToken,
      ),
      call(
        'DELETE',
        `/api/admin/delete-user/${pair[0].userId}`,
        undefined,
        sessions[1].accessToken,
      ),
    ])
    // The administrator who loses is archived before their own request runs, so that request gets
    // 401 (signed out) or 403 (no longer a superadministrator).
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 401 || status === 403)).toHaveLength(1)
    const { rows } = await pool.query(`select from account where status = 'active'`)
    expect(rows).toHaveLength(1)
  }
})

test('two superadministrators who take away each other’s role at once leave one', async () => {
  const { person, call, signIn, pool } = await openStaff()
  const pair = [await person('superadministrator'), await person('superadministrator')] as const
  const sessions = [await signIn(pair[0]), await signIn(pair[1])] as const
  const { email: _, ...details } = form
  await Promise.all([
    call(
      'PUT',
      '/api/admin/update-user',
      { ...details, userid: pair[1].userId },
      sessions[0].accessToken,
    ),
    call(
      'PUT',
      '/api/admin/update-user',
      { ...details, userid: pair[0].userId },
      sessions[1].accessToken,
    ),
  ])
  const { rows } = await pool.query(`select from account where role = 'superadministrator'`)
  expect(rows).toHaveLength(1)
})

test('more changes at once than there are connections all succeed', async () => {
  const { person, call, signIn } = await openStaff()
  const { accessToken } = await signIn(await person('superadministrator'))
  const others = await Promise.all(Array.from({ length: 25 }, () => person('auditor')))
  const { email: _, ...details } = form
  const answers = await Promise.all(
    others.map(({ userId }) =>
      call('PUT', '/api/admin/update-user', { ...details, userid: userId }, accessToken),
    ),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})

test('several changes to one person at once are never lost silently', async () => {
  const { person, call, signIn, eventsOf } = await openStaff()
  const { accessToken } = await signIn(await person('superadministrator'))
  const bola = await person('administrator')
  const { email: _, ...details } = form
  const answers = await Promise.all(
    ['A', 'B', 'C', 'D'].map((firstname) =>
      call(
        'PUT',
        '/api/admin/update-user',
        { ...details, firstname, userid: bola.userId },
        accessToken,
      ),
    ),
  )
  const done = answers.filter(({ status }) => status === 200).length
  expect(done).toBeGreaterThan(0)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(4 - done)
  expect(await eventsOf(bola.userId)).toHaveLength(done)
})
