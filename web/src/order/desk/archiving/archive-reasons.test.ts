import { expect, test } from 'vitest'
import { archiveReasonsFor } from './archive-reasons.ts'

test('if money has been found, reasons that contradict it are offered last', () => {
  expect(archiveReasonsFor(false)[0]).toBe('unpaid')
  expect(archiveReasonsFor(true).slice(-2)).toEqual(['unpaid', 'proof'])
  expect(archiveReasonsFor(true).toSorted()).toEqual(archiveReasonsFor(false).toSorted())
})
