import { ResetPassword } from '@strand/contracts/accounts/session'
import { CreateProduct } from '@strand/contracts/catalogue/product.resource'
import { expect, test } from 'vitest'
import { firstErrorPerField, formErrorsOf } from './form-errors.ts'

test('each field shows its first message, as worded in the contract', () => {
  expect(formErrorsOf(CreateProduct, { productname: ' ', price: -1 })).toEqual({
    productname: 'Please enter product name!',
    price: 'The amount cannot be below zero',
  })
})

test('a valid form has no messages', () => {
  expect(formErrorsOf(CreateProduct, { productname: 'Wig', price: 0 })).toEqual({})
})

test('different passwords give an error at the confirmation field', () => {
  expect(
    formErrorsOf(ResetPassword, { password: 'Abc-1234', confirmPassword: 'Abc-12345' }),
  ).toEqual({ confirmPassword: 'The two passwords that you entered do not match!' })
})

test("the server's messages about fields are shown beside them", () => {
  expect(firstErrorPerField([{ path: 'files.0.fileName', message: 'Too long' }])).toEqual({
    files: 'Too long',
  })
})
