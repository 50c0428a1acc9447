import { sessionEndpoints } from '@strand/contracts/accounts/second-factor.endpoints'
import { expect, test, vi } from 'vitest'
import { call } from '../api/client.ts'
import { enterSession, isSignedIn } from './session.ts'

const stubBrowser = () => {
  const jar = new Map<string, string>()
  vi.stubGlobal('location', { protocol: 'https:', hostname: 'shop.example' })
  vi.stubGlobal('document', {
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(written: string) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(written) ?? []
      if (written.includes('Max-Age=0')) jar.delete(name)
      else jar.set(name, value)
    },
  })
  return jar
}

const answer = {
  isSuccessful: true as const,
  message: '',
  responseMessage: '',
  userid: '00000000-0000-4000-8000-000000000001',
  userName: 'ada@example.com',
  firstname: 'Ada',
  lastname: 'Obi',
  email: 'ada@example.com',
  phone: '',
  countryCode: 'NG',
  role: 'administrator' as const,
  permissions: [],
  status: 'active' as const,
  accessToken: 'newer',
  refreshToken: 'session',
}

test('a tab that hears late of an old sign-out leaves the newer session of the other tabs alone', async () => {
  const jar = stubBrowser()
  enterSession(answer)
  expect(isSignedIn()).toBe(true)
  const otherTab = new BroadcastChannel('strand-session')
  otherTab.postMessage({ kind: 'signed-out' })
  await vi.waitFor(() => expect(isSignedIn()).toBe(false))
  otherTab.close()
  // The answer to a call from before the sign-out arrives even later.
  vi.stubGlobal('fetch', async () => Response.json({ message: 'Please sign in' }, { status: 401 }))
  await expect(call(sessionEndpoints.listOwnSessions, {})).rejects.toMatchObject({ status: 401 })
  expect([...jar.values()]).toContain('newer~session')
})
