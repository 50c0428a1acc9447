import { useState } from 'react'
import { Button } from '../../../shared/buttons/button.tsx'
import { summaryLine } from '../draft/order-summary.ts'
import type { PaymentForm } from '../use-payment-form.ts'
import { ProductList, type Refused, refusedLine } from './product-list.tsx'
import { productErrors } from './rules.ts'
import { StepActions, StepFrame } from './step-frame.tsx'
import { missingLine, stepTitles } from './steps.ts'

export const ProductStep = ({ form }: { form: PaymentForm }) => {
  const [refused, setRefused] = useState<Refused>({})
  const missing = refusedLine(form, refused) || missingLine(productErrors(form.draft))
  return (
    <StepFrame
      title={stepTitles[1] ?? ''}
      disabled={form.phase !== 'idle'}
      onSubmit={() => missing === '' && form.goTo(3)}
      className="step-narrow"
      actions={
        <StepActions sticky summary={summaryLine(form.draft.lines)} missing={missing}>
          <Button onClick={() => form.goTo(1)}>Previous page</Button>
          <Button variant="primary" type="submit" disabled={missing !== ''}>
            Next page
          </Button>
        </StepActions>
      }
    >
      <ProductList form={form} refused={refused} onRefused={setRefused} />
    </StepFrame>
  )
}
