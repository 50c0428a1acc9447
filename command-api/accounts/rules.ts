import type { Role } from '@strand/contracts/accounts/permission'
import { conflict, Rejected } from '@strand/event-sourcing/errors'

/**
 * A person as the rules below see them. The rules are pure functions of rows that were read under
 * the lock.
 */
export type Person = {
  userId: string
  role: Role
  status: 'pending' | 'active' | 'archived'
}

const forbidden = (message: string) => new Rejected('forbidden', message)

export const mayNotManage = () =>
  forbidden("You're restricted from doing this, contact your administrator!")

/** Checks the caller's current account, which may have changed since the request arrived. */
export const assertStillManages = (actor: Person | null, roles: Role[]): Person => {
  if (actor?.status !== 'active' || !roles.includes(actor.role)) throw mayNotManage()
  return actor
}

const assertMayTouch = (actor: Person, target: Person, action: 'archive' | 'restore') => {
  if (actor.userId === target.userId) throw forbidden(`You cannot ${action} yourself`)
  if (target.role === 'superadministrator' && actor.role !== 'superadministrator')
    throw forbidden(`Only a superadministrator can ${action} a superadministrator`)
}

/** @param activeSuperadministrators how many there are, including the target if it is one */
export const assertMayArchive = (
  actor: Person,
  target: Person,
  activeSuperadministrators: number,
) => {
  assertMayTouch(actor, target, 'archive')
  if (target.status === 'archived') throw conflict('This user is already archived')
  assertOneIsLeft(target, activeSuperadministrators)
}

export const assertMayRestore = (actor: Person, target: Person) => {
  assertMayTouch(actor, target, 'restore')
  if (target.status !== 'archived') throw conflict('This user is not archived')
}

/** Only an archived account may be erased, because any other account may still be needed. */
export const assertMayErase = (target: Person) => {
  if (target.status !== 'archived') throw conflict('Please archive this user first')
}

export const assertMayChangeRole = (
  actor: Person,
  target: Person,
  to: Role,
  activeSuperadministrators: number,
) => {
  if (target.role === to) return
  if (actor.userId === target.userId) throw forbidden('You cannot change your own role')
  assertOneIsLeft(target, activeSuperadministrators)
}

const assertOneIsLeft = (target: Person, activeSuperadministrators: number) => {
  const isOneOfThem = target.role === 'superadministrator' && target.status === 'active'
  if (isOneOfThem && activeSuperadministrators <= 1)
    throw conflict('At least one active superadministrator must remain')
}
