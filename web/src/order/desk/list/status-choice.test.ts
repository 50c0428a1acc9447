import { expect, test } from 'vitest'
import { formErrorsOf } from '../../../shared/forms/form-errors.ts'
import { orderMessageForm } from './status-choice.ts'

test('a return needs a comment, the other statuses do not', () => {
  const missing = { orderMessage: 'Please enter comment!' }
  expect(formErrorsOf(orderMessageForm('returned', false), { orderMessage: '  ' })).toEqual(missing)
  expect(formErrorsOf(orderMessageForm('shipped', false), { orderMessage: '' })).toEqual({})
  expect(formErrorsOf(orderMessageForm('returned', false), { orderMessage: 'Torn' })).toEqual({})
})

test('a return of an order that takes no comment needs none', () => {
  expect(formErrorsOf(orderMessageForm('returned', false, false), { orderMessage: '' })).toEqual({})
})

test('a new message without a new status cannot be empty', () => {
  expect(formErrorsOf(orderMessageForm('shipped', true), { orderMessage: '' })).toEqual({
    orderMessage: 'Please enter comment!',
  })
})

test('a message has at most 5000 characters', () => {
  const errors = (length: number) =>
    formErrorsOf(orderMessageForm('shipped', false), { orderMessage: 'x'.repeat(length) })
  expect(errors(5000)).toEqual({})
  expect(errors(5001)).toHaveProperty('orderMessage')
})
