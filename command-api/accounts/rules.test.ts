import type { Role } from '@strand/contracts/accounts/permission'
import { expect, test } from 'vitest'
import {
  assertMayArchive,
  assertMayChangeRole,
  assertMayRestore,
  assertStillManages,
  type Person,
} from './rules.ts'

const person = (userId: string, role: Role, status: Person['status'] = 'active'): Person => ({
  userId,
  role,
  status,
})
const owner = person('owner', 'superadministrator')
const partner = person('partner', 'superadministrator')
const manager = person('manager', 'administrator')
const auditor = person('auditor', 'auditor')
const left = (who: Person): Person => ({ ...who, status: 'archived' })

const forbidden = expect.objectContaining({ code: 'forbidden' })
const conflict = expect.objectContaining({ code: 'conflict' })

test('an administrator archives and restores everyone except superadministrators', () => {
  assertMayArchive(manager, auditor, 1)
  assertMayRestore(manager, left(auditor))
  expect(() => assertMayArchive(manager, owner, 2)).toThrow(forbidden)
  expect(() => assertMayRestore(manager, left(owner))).toThrow(forbidden)
})

test('nobody archives or restores themselves', () => {
  for (const who of [owner, manager]) {
    expect(() => assertMayArchive(who, who, 2)).toThrow(forbidden)
    expect(() => assertMayRestore(who, left(who))).toThrow(forbidden)
  }
})

test('the last active superadministrator cannot be archived, and keeps the role', () => {
  assertMayArchive(owner, partner, 2)
  expect(() => assertMayArchive(owner, partner, 1)).toThrow(conflict)
  assertMayChangeRole(owner, partner, 'auditor', 2)
  expect(() => assertMayChangeRole(owner, partner, 'auditor', 1)).toThrow(conflict)
  // A person who has left, or is not active yet, does not count as the last superadministrator.
  assertMayArchive(owner, { ...partner, status: 'pending' }, 1)
})

test('nobody changes their own role', () => {
  expect(() => assertMayChangeRole(owner, owner, 'administrator', 5)).toThrow(forbidden)
  assertMayChangeRole(owner, owner, 'superadministrator', 1)
})

test('repeating what is already done is refused', () => {
  expect(() => assertMayArchive(owner, left(auditor), 1)).toThrow(conflict)
  expect(() => assertMayRestore(owner, auditor)).toThrow(conflict)
})

test('someone who has lost the account or role in the meantime may no longer act', () => {
  for (const actor of [null, left(owner), manager, { ...owner, status: 'pending' as const }])
    expect(() => assertStillManages(actor, ['superadministrator'])).toThrow(forbidden)
})
