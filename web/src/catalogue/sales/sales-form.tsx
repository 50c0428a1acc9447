import type { Sales } from '@strand/contracts/catalogue/sales'
import { formatLagosTime } from '@strand/contracts/lagos-time'
import { TextField } from '../../shared/fields/text-field.tsx'
import type { FormFields } from '../../shared/forms/use-form.ts'

export const salesKey = ['sales']

/** Times are in the API's format: `YYYY-MM-DD HH:mm:ss` in the shop's time zone. */
type SalesValues = { sales: string; startDate: string; endDate: string }
type Name = keyof SalesValues

export const salesValues = (sales: Sales): SalesValues => ({
  sales: sales.salesname,
  startDate: formatLagosTime(sales.startDate),
  endDate: formatLagosTime(sales.endDate),
})

/**
 * Converts the value of a `datetime-local` input: `YYYY-MM-DDTHH:mm`, followed by the seconds
 * unless they are 0.
 */
export const ofInput = (written: string): string =>
  written === '' ? '' : `${written.replace('T', ' ')}:00`.slice(0, 19)
export const toInput = (time: string): string => time.replace(' ', 'T')

export const SalesFields = ({ fieldProps }: FormFields<Name>) => {
  const time = (name: 'startDate' | 'endDate') => {
    const { value, onChange, ...others } = fieldProps(name)
    return {
      type: 'datetime-local',
      value: toInput(value),
      onChange: (typed: string) => onChange(ofInput(typed)),
      ...others,
    }
  }
  return (
    <>
      <TextField label="Sales name" autoComplete="off" {...fieldProps('sales')} />
      <TextField label="Start date" help="Time in Lagos" {...time('startDate')} />
      <TextField label="End date" help="Time in Lagos" {...time('endDate')} />
    </>
  )
}
