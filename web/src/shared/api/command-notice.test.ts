import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { commandNotice } from './command-notice.ts'
import type { Situation } from './error-catalogue.ts'

const text = 'Tola approved this 3 s ago'
const conflict = new ApiError(text, { status: 409 })
const refused = new ApiError(text, { status: 400 })

test('a colleague who was faster is no error of what staff did', () => {
  for (const situation of ['action', 'admin'] satisfies Situation[]) {
    expect(commandNotice(conflict, situation)).toEqual({ title: 'Nothing was changed', text })
    expect(commandNotice(refused, situation)).toEqual({ title: 'An error occured', text })
  }
  expect(commandNotice(conflict, 'create-order')).toEqual({ title: 'An error occured', text })
})
