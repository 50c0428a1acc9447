import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { allEndpoints } from '@strand/contracts/endpoints'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

const operationsOf = (service: string): Set<string> =>
  new Set(
    globSync(`${service}/**/*.ts`, { cwd: root })
      .filter((file) => !file.includes('node_modules'))
      .flatMap((file) => [...read(file).matchAll(/endpointRoute\(\w+[.](\w+)/g)])
      .map(([, operation = '']) => operation),
  )

/** The target of a path in the map of `nginx.conf`; undefined if the method decides. */
const mappedTo = (address: string): string | undefined => {
  const [, map = ''] = /map \$uri \$backend \{(.*?)\n\}/s.exec(read('compose/nginx.conf')) ?? []
  for (const [, key = '', service] of map.matchAll(/^ {2}(\S+)\s+([\w-]+):\d+;/gm))
    if (key.startsWith('~') ? new RegExp(key.slice(1)).test(address) : key === address)
      return service
  return undefined
}

test('the proxy routes every call to the service that answers it', () => {
  const services = ['command-api', 'query-api'].map((name) => ({ name, has: operationsOf(name) }))
  const astray = allEndpoints.flatMap(({ method, path: template, operationId }) => {
    const address = template.replaceAll(/:\w+/g, 'x')
    const sentTo = mappedTo(address) ?? (method === 'GET' ? 'query-api' : 'command-api')
    const answering = services.filter(({ has }) => has.has(operationId)).map(({ name }) => name)
    return answering.length === 0 || answering.includes(sentTo) ? [] : [`${method} ${template}`]
  })
  expect(astray).toEqual([])
})
