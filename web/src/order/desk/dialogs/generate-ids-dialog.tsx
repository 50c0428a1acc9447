import { GenerateOrderIds, type UnusedOrderIds } from '@strand/contracts/order/reserved-ids'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { csvOf, saveFile } from '../../../shared/api/download.ts'
import { copyText } from '../../../shared/browser/clipboard.ts'
import { Button } from '../../../shared/buttons/button.tsx'
import { CopyIcon } from '../../../shared/buttons/copy-button.tsx'
import { Modal } from '../../../shared/dialogs/modal.tsx'
import { ModalForm } from '../../../shared/dialogs/modal-form.tsx'
import { TextField } from '../../../shared/fields/text-field.tsx'
import { formatNumber } from '../../../shared/format/money.tsx'
import { useCommandForm } from '../../../shared/forms/use-command-form.ts'
import { ordersKey } from '../../../shared/server-state/order-queries.ts'
import { DownloadIcon } from '../../../shared/style/more-icons.tsx'
import { generateOrderIds } from '../order-commands.ts'
import { listUnusedOrderIds } from '../order-reads.ts'

const generated = 'Order IDs Generated'

export const GenerateIdsDialog = ({ onClose }: { onClose: () => void }) => {
  const [list, setList] = useState<IdList | null>(null)
  const { data: unused } = useQuery({
    queryKey: [...ordersKey, 'unused-ids'],
    queryFn: async ({ signal }) => (await listUnusedOrderIds(signal)).result,
    staleTime: 0,
  })
  const form = useCommandForm({
    schema: GenerateOrderIds,
    initial: { num: '' },
    send: ({ num }) => generateOrderIds(num),
    success: generated,
    situation: 'admin',
    onSuccess: ({ result: ids }) => setList({ ids, title: generated, what: 'fresh order ids' }),
  })
  if (list) return <OrderIds {...list} onClose={onClose} />
  return (
    <ModalForm
      title="Generate Order IDs"
      form={form}
      text="Generate"
      busyText="Generating..."
      onClose={onClose}
    >
      <TextField
        label="Number of ids"
        help="From 1 to 1,000. New orders use them up, oldest first."
        inputMode="numeric"
        autoComplete="off"
        {...form.fieldProps('num')}
      />
      {unused && unused.total > 0 && (
        <Button
          onClick={() =>
            setList({ ids: unused.ids, title: 'Unused Order IDs', what: whatOf(unused) })
          }
        >
          Show the {formatNumber(unused.total)} unused
        </Button>
      )}
    </ModalForm>
  )
}

const whatOf = ({ total, ids }: UnusedOrderIds) =>
  total > ids.length ? `oldest of ${formatNumber(total)} unused order ids` : 'unused order ids'

type IdList = { ids: string[]; title: string; what: string }

const OrderIds = ({ ids, title, what, onClose }: IdList & { onClose: () => void }) => {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    setCopied(await copyText(ids.join('\n')))
  }
  return (
    <Modal title={title} onClose={onClose}>
      <div className="form">
        <p>
          {formatNumber(ids.length)} {what}:
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list must be reachable by keyboard */}
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
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Modal>
  )
}
