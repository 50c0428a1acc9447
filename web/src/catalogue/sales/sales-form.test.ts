import { CreateSales } from '@strand/contracts/catalogue/sales'
import { expect, test } from 'vitest'
import { formErrorsOf } from '../../shared/forms/form-errors.ts'
import { ofInput, salesValues, toInput } from './sales-form.tsx'

test('times are sent as YYYY-MM-DD HH:mm:ss', () => {
  expect(ofInput('2026-12-01T08:30')).toBe('2026-12-01 08:30:00')
  expect(ofInput('2026-12-01T08:30:15')).toBe('2026-12-01 08:30:15')
  expect(toInput('2026-12-01 08:30:00')).toBe('2026-12-01T08:30:00')
})

test("a campaign's times are shown on the shop's clock", () => {
  const sales = {
    salesid: '00000000-0000-4000-8000-000000000000',
    salesname: 'Detty December',
    salesstatus: 'active' as const,
    orders: 0,
    createdat: '2026-11-01T00:00:00.000Z',
    startDate: '2026-11-30T23:00:00.000Z',
    endDate: '2026-12-31T22:59:00.000Z',
    salesMessage: '',
  }
  expect(salesValues(sales)).toEqual({
    sales: 'Detty December',
    startDate: '2026-12-01 00:00:00',
    endDate: '2026-12-31 23:59:00',
  })
})

test('an empty form requires every field, with the specification’s messages', () => {
  expect(formErrorsOf(CreateSales, { sales: '', startDate: '', endDate: '' })).toEqual({
    sales: 'Please enter sales name!',
    startDate: 'Please enter sales start date!',
    endDate: 'Please enter sales end date!',
  })
})
