import type { StatementMapping, StatementSample } from '@strand/contracts/money/statement'
import { useState } from 'react'
import { Button } from '../../shared/buttons/button.tsx'
import { CheckField } from '../../shared/fields/check-field.tsx'
import { columnNames, meaningOf, meanings, withMeaning } from './mapping.ts'

/**
 * Shows the file's first rows, and lets the user change the meaning of each column. `isOpen`
 * unfolds the form at first, for a file that cannot be imported with the guessed meanings.
 */
export const MappingForm = ({
  mapping: guessed,
  sample,
  isOpen,
  onRead,
}: {
  mapping: StatementMapping
  sample: StatementSample
  isOpen: boolean
  onRead: (mapping: StatementMapping) => void
}) => {
  const [mapping, setMapping] = useState(guessed)
  const names = columnNames(sample, mapping)
  return (
    <details className="form-card mapping" open={isOpen}>
      <summary>Columns: {sentenceOf(guessed, columnNames(sample, guessed))}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onRead(mapping)
        }}
      >
        <p className="field-help">
          Above each column, choose what it contains. Several may contain the narration. Press the
          number of the row that is the heading.
        </p>
        <SampleTable sample={sample} names={names} mapping={mapping} onChange={setMapping} />
        {guessed.creditsOnly && (
          <CheckField
            label="Every amount without a sign is money that came in"
            checked={mapping.creditsOnly}
            onChange={(creditsOnly) => setMapping({ ...mapping, creditsOnly })}
          />
        )}
        <Button type="submit">Read the file again</Button>
      </form>
    </details>
  )
}

const sentenceOf = (mapping: StatementMapping, names: string[]): string =>
  meanings
    .flatMap(({ meaning, label }) => {
      const columns = names.flatMap((name, column) =>
        meaningOf(mapping, column) === meaning ? [name] : [],
      )
      return columns.length > 0 ? [`${label} is ${columns.join(' and ')}`] : []
    })
    .join(' · ') || 'none is known'

const SampleTable = ({
  sample,
  names,
  mapping,
  onChange,
}: {
  sample: StatementSample
  names: string[]
  mapping: StatementMapping
  onChange: (mapping: StatementMapping) => void
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling table must be reachable by keyboard
  <section className="mapping-table" tabIndex={0} aria-label="The first rows of the file">
    <table>
      <thead>
        <tr>
          <th scope="col">Row</th>
          {names.map((name, column) => (
            <th key={name} scope="col">
              <select
                className="input"
                aria-label={`What ${name} holds`}
                value={meaningOf(mapping, column)}
                onChange={({ target }) => onChange(withMeaning(mapping, column, target.value))}
              >
                <option value="">Nothing</option>
                {meanings.map(({ meaning, label }) => (
                  <option key={meaning} value={meaning}>
                    {label}
                  </option>
                ))}
              </select>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sample.rows.map(({ row, cells }) => {
          const isHeading = row - 1 === mapping.headerRow
          return (
            <tr key={row} className={isHeading ? 'is-heading' : undefined}>
              <th scope="row">
                <button
                  type="button"
                  className="row-number"
                  aria-pressed={isHeading}
                  aria-label={`Row ${row} is the heading`}
                  onClick={() => onChange({ ...mapping, headerRow: isHeading ? null : row - 1 })}
                >
                  {row}
                </button>
              </th>
              {names.map((name, column) => (
                <td key={name}>
                  <bdi>{cells[column]}</bdi>
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  </section>
)
