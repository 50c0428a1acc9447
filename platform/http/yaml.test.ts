import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { seed } from '../testing/random.ts'
import { yamlOf } from './yaml.ts'

test('any JSON value reads the same as YAML', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (value, text) => {
      const said = JSON.parse(JSON.stringify({ value, [text]: [text, value, [[], {}]] }))
      expect(parse(yamlOf(said))).toEqual(said)
    }),
    { seed, numRuns: 300 },
  )
})

test('names and entries are on separate lines', () => {
  const value = { paths: { '/api/x': [{ name: 'id', in: ['path'] }, 'a: b'] }, none: {}, all: [] }
  expect(yamlOf(value)).toBe(`"paths":
  "/api/x":
    - "name": "id"
      "in":
        - "path"
    - "a: b"
"none": {}
"all": []
`)
})
