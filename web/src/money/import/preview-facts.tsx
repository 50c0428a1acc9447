import { counted } from '@strand/contracts/counted'
import type { StatementPreview } from '@strand/contracts/money/bank-statement'
import { Span } from '../../shared/format/dates.tsx'
import { Fact } from '../../shared/format/fact.tsx'
import { formatNumber } from '../../shared/format/money.tsx'
import { Kobo } from '../kobo.tsx'
import { balanceWords, formatNames } from './preview-words.ts'

export const PreviewFacts = ({ preview }: { preview: StatementPreview }) => {
  const { from, to, openingBalanceKobo, closingBalanceKobo, balanced } = preview
  return (
    <dl className="form-card preview-facts">
      <Fact term="Format">{formatNames[preview.format]}</Fact>
      <Fact term="Days">{from && to ? <Span from={from} to={to} /> : 'None could be read'}</Fact>
      <Fact term="Already imported">
        {preview.overlap.days > 0 && counted(preview.overlap.days, 'day')}
      </Fact>
      <Fact term="Rows">{formatNumber(preview.rows)}</Fact>
      <Fact term="New">{formatNumber(preview.new)}</Fact>
      <Fact term="Already known">{formatNumber(preview.known)}</Fact>
      <Fact term="Probably the same">{formatNumber(preview.probablySame)}</Fact>
      {preview.notMoney.length > 0 && (
        <Fact term="Not money">{formatNumber(preview.notMoney.length)}</Fact>
      )}
      <Fact term="Opening balance">
        {openingBalanceKobo === null ? 'Not given' : <Kobo amount={openingBalanceKobo} />}
      </Fact>
      <Fact term="Closing balance">
        {closingBalanceKobo === null ? 'Not given' : <Kobo amount={closingBalanceKobo} />}
      </Fact>
      <Fact term="Does it add up?" isWide>
        <span className={balanced === false ? 'field-error' : undefined}>
          {balanceWords[`${balanced}`]}
        </span>
      </Fact>
    </dl>
  )
}
