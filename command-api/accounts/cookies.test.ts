import { randomUUID } from 'node:crypto'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { type KeyRing, keyRing } from '@strand/platform/crypto/key-ring'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { openVisits } from './oidc/visit.ts'
import { openKnownDevices } from './session/known-device.ts'

const [older, newer, strange] = [1, 2, 3].map((nth) => Buffer.alloc(32, nth)) as [
  Buffer,
  Buffer,
  Buffer,
]
const before = keyRing(older, newer)
const after = keyRing(newer, older)
const common = { publicUrl: 'https://shop.example', now: () => new Date('2026-03-01T10:00:00Z') }

const sentBack = (write: (reply: FastifyReply) => unknown) => {
  let cookie = ''
  const header = (_name: string, value: string) => {
    ;[cookie = ''] = value.split(';')
  }
  write({ header } as unknown as FastifyReply)
  return { headers: { cookie } } as unknown as FastifyRequest
}

test('a known browser stays known while keys are changed', () => {
  const open = (secret: KeyRing) => openKnownDevices({ ...common, secret })
  const account = { userId: randomUUID(), passwordVersion: 1 }
  const deviceId = randomUUID()
  for (const secret of [before, after]) {
    const request = sentBack((reply) => open(secret).remember(reply, account, deviceId))
    expect(open(before).recognize(request, account)).toBe(deviceId)
    expect(open(after).recognize(request, account)).toBe(deviceId)
    expect(open(keyRing(strange)).recognize(request, account)).toBeNull()
  }
})

test('a visit to the provider that began before a key change ends after it', () => {
  const open = (secret: KeyRing) => openVisits({ ...common, secret, pool: {} as Pool })
  for (const secret of [before, after]) {
    const visit = open(secret).begin()
    const request = sentBack((reply) => open(secret).remember(reply, visit))
    expect(open(before).find(request, visit.state)).toEqual(visit)
    expect(open(after).find(request, visit.state)).toEqual(visit)
    expect(open(keyRing(strange)).find(request, visit.state)).toBeNull()
    expect(open(after).find(request, open(after).begin().state)).toBeNull()
  }
})

test('over TLS a cookie is bound to the host, and a neighbour’s cookie without the prefix begins no visit', () => {
  const written = (publicUrl: string) => {
    const visits = openVisits({ ...common, publicUrl, secret: before, pool: {} as Pool })
    const visit = visits.begin()
    return { visits, visit, request: sentBack((reply) => visits.remember(reply, visit)) }
  }
  const [tls, plain] = [written('https://shop.example'), written('http://127.0.0.1:8080')]
  expect(tls.request.headers.cookie).toMatch(/^__Host-strand_oidc=/)
  expect(plain.request.headers.cookie).toMatch(/^strand_oidc=/)
  const tossed = { headers: { cookie: tls.request.headers.cookie?.replace('__Host-', '') } }
  expect(tls.visits.find(tossed as FastifyRequest, tls.visit.state)).toBeNull()
})

test('a browser made known by a release without the prefix stays known', () => {
  const devices = openKnownDevices({ ...common, secret: before })
  const account = { userId: randomUUID(), passwordVersion: 1 }
  const request = sentBack((reply) => devices.remember(reply, account))
  const cookie = request.headers.cookie ?? ''
  expect(cookie).toMatch(/^__Host-strand_device=/)
  const older = { headers: { cookie: cookie.replace('__Host-', '') } } as FastifyRequest
  expect(devices.recognize(older, account)).not.toBeNull()
})
