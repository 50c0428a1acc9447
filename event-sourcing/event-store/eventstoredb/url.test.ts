import { expect, test } from 'vitest'
import { BadSetting } from '../../errors.ts'
import { parseEventStoreUrl } from './url.ts'

test('a host without a port and options is contacted with TLS on port 2113', () => {
  expect(parseEventStoreUrl('esdb://events.shop.example')).toMatchObject({
    hosts: [{ address: 'events.shop.example', port: 2113 }],
    discover: false,
    tls: true,
    credentials: undefined,
  })
})

test('a cluster is named by its nodes, or by one name for all of them', () => {
  expect(parseEventStoreUrl('esdb://a:1,b:2,c/?gossipTimeout=3')).toMatchObject({
    hosts: [
      { address: 'a', port: 1 },
      { address: 'b', port: 2 },
      { address: 'c', port: 2113 },
    ],
    discover: false,
    discovery: { timeout: 3 },
  })
  expect(parseEventStoreUrl('esdb+discover://cluster').discover).toBe(true)
})

test('user and password can contain any ASCII character, percent-encoded', () => {
  const { credentials } = parseEventStoreUrl('esdb://str%40nd:p%3A%2F%3F@h?tls=false')
  expect(credentials).toEqual({ username: 'str@nd', password: 'p:/?' })
})

test('case and hyphens in option names are ignored, as in EventStoreDB', () => {
  expect(parseEventStoreUrl('esdb://h?TLS=false&keep-alive-interval=20000')).toMatchObject({
    tls: false,
    keepAlive: { interval: 20_000, timeout: 10_000 },
  })
})

test.for([
  'esdb://user:geheim@',
  'esdb://user:geheim@host:port',
  'esdb://user:geheim@host?tls=maybe',
  'esdb://user:geheim@host?tls',
  'esdb://user:geheim@host?unheard=of',
  'esdb://user:geheim@host?keepAliveTimeout=geheim',
  'esdb://user:geheim@host?nodePreference=follower',
  'esdb://user:geheim@host?tlsCAFile=/nowhere/geheim',
  'esdb://user:geheim@host?userCertFile=/nowhere/geheim',
  'esdb://user:geheim%zz@host',
  'esdb://user:geheim%C3%A4@host',
  'esdb://geheim@host',
  'http://user:geheim@host',
])('%s is refused without showing any of it', (url) => {
  expect(() => parseEventStoreUrl(url)).toThrow(BadSetting)
  expect(() => parseEventStoreUrl(url)).toThrow(/^EVENT_STORE_URL: (?!.*geheim).*\.$/)
})
