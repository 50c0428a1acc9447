import { counted } from '@strand/contracts/counted'
import { useState } from 'react'
import { Button } from '../../../shared/buttons/button.tsx'
import { LoadFailed } from '../../../shared/feedback/load-failed.tsx'
import { Outline } from '../../../shared/feedback/outline.tsx'
import { SelectField } from '../../../shared/fields/select-field.tsx'
import { useShop } from '../../../shared/server-state/use-shop.ts'
import { useOrderRows } from '../order-reads.ts'
import { Slip } from './slip.tsx'
import '../../../shared/list/list-view.css'
import './slips.css'
import './slips-paper.css'

const papers = { a4: 'A4', a6: 'A6', roll: '80 mm roll' }
type Paper = keyof typeof papers

const kinds = {
  slip: 'Address and items',
  priced: 'Address, items and prices',
  label: 'Address only',
}
type Kind = keyof typeof kinds

const Choice = <Name extends string>(props: {
  label: string
  options: Record<Name, string>
  value: Name
  onChoose: (name: Name) => void
}) => (
  <SelectField
    label={props.label}
    value={props.value}
    onChange={(name) => props.onChoose(name as Name)}
  >
    {Object.entries<string>(props.options).map(([name, text]) => (
      <option key={name} value={name}>
        {text}
      </option>
    ))}
  </SelectField>
)

/** Packing slips and address labels for the chosen orders, one per page. */
export const Slips = ({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) => {
  const query = useOrderRows(ids)
  const { data, error } = query
  const shop = useShop().data?.name ?? ''
  const [paper, setPaper] = useState<Paper>('a6')
  const [kind, setKind] = useState<Kind>('slip')
  const contents = { items: kind !== 'label', prices: kind === 'priced' }
  return (
    <section className="slips" aria-label="Packing slips">
      <div className="list-tools slips-tools">
        <h1>{counted(ids.length, 'packing slip')}</h1>
        <Choice label="Paper" options={papers} value={paper} onChoose={setPaper} />
        <Choice label="Contents" options={kinds} value={kind} onChoose={setKind} />
        <Button onClick={onClose}>Back to the orders</Button>
        <Button variant="primary" disabled={!data} onClick={() => window.print()}>
          Print
        </Button>
      </div>
      {error && <LoadFailed what="The orders" query={query} />}
      {!data && !error && <Outline what="orders" />}
      <div className={`slips-paper slips-${paper}`}>
        {data?.map((order) => (
          <Slip key={order.orderid} order={order} shop={shop} contents={contents} />
        ))}
      </div>
    </section>
  )
}
