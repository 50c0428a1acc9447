import { GenerateOrderIds } from '@strand/contracts/order.reserve'
import { useState } from 'react'
import { Button } from '../shared/button.tsx'
import { copyText } from '../shared/clipboard.ts'
import { csvOf, saveFile } from '../shared/download.ts'
import { failureNotice } from '../shared/error-catalogue.ts'
import { Field } from '../shared/field.tsx'
import { Modal } from '../shared/modal.tsx'
import { formatNumber } from '../shared/money.tsx'
import { CopyIcon, DownloadIcon } from '../shared/more-icons.tsx'
import { toast } from '../shared/toast.ts'
import { useForm } from '../shared/use-form.ts'
import { generateOrderIds } from './order-calls.ts'

/** Reserves order ids ahead of the orders that will use them up. */
export const GenerateIdsDialog = ({ onClose }: { onClose: () => void }) => {
  const [ids, setIds] = useState<string[] | null>(null)
  const { values, set, leave, errorOf, submit, busy, form } = useForm({
    schema: GenerateOrderIds,
    initial: { num: '' },
    send: async ({ num }) => {
      try {
        const answer = await generateOrderIds(num)
        toast.success({ title: 'Order IDs Generated', text: answer.responseMessage })
        setIds(answer.result)
      } catch (error) {
        toast.failure(failureNotice(error, 'admin'))
        throw error
      }
    },
  })
  if (ids) return <GeneratedIds ids={ids} onClose={onClose} />
  return (
    <Modal title="Generate Order IDs" onClose={onClose}>
      <form ref={form} className="form" noValidate onSubmit={submit}>
        <Field
          label="Number of ids"
          help="From 1 to 1,000. New orders use them up, oldest first."
          error={errorOf('num')}
        >
          {(control) => (
            <input
              {...control}
              name="num"
              inputMode="numeric"
              autoComplete="off"
              value={values.num}
              onChange={(event) => set('num', event.target.value)}
              onBlur={() => values.num !== '' && leave('num')}
            />
          )}
        </Field>
        <div className="form-buttons">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={busy} disabled={busy}>
            {busy ? 'Generating...' : 'Generate'}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

const GeneratedIds = ({ ids, onClose }: { ids: string[]; onClose: () => void }) => {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    setCopied(await copyText(ids.join('\n')))
  }
  return (
    <Modal title="Order IDs Generated" onClose={onClose}>
      <div className="form">
        <p>{formatNumber(ids.length)} fresh order ids:</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard has to be able to scroll it */}
        <ol className="generated-ids" tabIndex={0} aria-label="Order ids">
          {ids.map((id) => (
            <li key={id}>{id}</li>
          ))}
        </ol>
        <div className="form-buttons">
          <Button
            onClick={() =>
              saveFile(
                'order-ids.csv',
                csvOf(
                  ['Order Id'],
                  ids.map((id) => [id]),
                ),
              )
            }
          >
            <DownloadIcon />
            CSV
          </Button>
          <Button onClick={() => void copy()}>
            <CopyIcon />
            {copied ? 'Copied' : 'Copy'}
          </Button>
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Modal>
  )
}
