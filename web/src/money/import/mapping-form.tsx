import type { StatementPreview } from '@strand/contracts/money/bank-statement'
import type { StatementMapping } from '@strand/contracts/money/statement'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../shared/buttons/button.tsx'
import { CheckField } from '../../shared/fields/check-field.tsx'
import { SelectField } from '../../shared/fields/select-field.tsx'
import { TextField } from '../../shared/fields/text-field.tsx'
import { headerCells } from './header-cells.ts'
import type { Chosen } from './import-calls.ts'
import { type ColumnOption, columnOptions, roles } from './mapping.ts'

/** Which column of a table holds what; open where the file could not be read by the guess. */
export const MappingForm = ({
  preview: { mapping: guessed, refused, format },
  chosen,
  onRead,
}: {
  preview: Omit<StatementPreview, 'mapping'> & { mapping: StatementMapping }
  chosen: Chosen
  onRead: (mapping: StatementMapping) => void
}) => {
  const [mapping, setMapping] = useState(guessed)
  const options = columnOptions(useHeader(chosen.file, format, mapping.headerRow), mapping)
  const { columns, headerRow } = mapping
  const set = (changes: Partial<StatementMapping['columns']>) =>
    setMapping({ ...mapping, columns: { ...columns, ...changes } })
  return (
    <details className="form-card mapping" open={refused.length > 0}>
      <summary>Columns: {sentenceOf(guessed, options)}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onRead(mapping)
        }}
      >
        <div className="mapping-fields">
          <TextField
            label="Heading row"
            optional
            inputMode="numeric"
            autoComplete="off"
            error={undefined}
            value={headerRow === null ? '' : String(headerRow + 1)}
            onChange={(typed) => setMapping({ ...mapping, headerRow: rowOf(typed) })}
          />
          {roles.map(({ role, label }) => (
            <SelectField
              key={role}
              label={label}
              value={columns[role] ?? ''}
              onChange={(column) => set({ [role]: column === '' ? null : Number(column) })}
            >
              <option value="">None</option>
              {options.map(({ column, name }) => (
                <option key={column} value={column}>
                  {name}
                </option>
              ))}
            </SelectField>
          ))}
        </div>
        <NarrationColumns
          options={options}
          chosen={columns.narration}
          onChange={(narration) => set({ narration })}
        />
        <Button type="submit">Read it again</Button>
      </form>
    </details>
  )
}

const rowOf = (typed: string): number | null => {
  const row = Number(typed.replaceAll(/\D/g, ''))
  return row > 0 ? row - 1 : null
}

/** The header's words; without them, for a file that only the server can read. */
const useHeader = (file: File, format: StatementPreview['format'], row: number | null) =>
  useQuery({
    queryKey: ['header', file.name, file.size, file.lastModified, row],
    queryFn: () => headerCells(file, row ?? 0),
    enabled: format === 'csv' && row !== null,
    gcTime: 0,
  }).data ?? []

const sentenceOf = ({ columns }: StatementMapping, options: ColumnOption[]): string =>
  [
    ...roles.map(({ role, label }) => ({ label, column: columns[role] ?? null })),
    { label: 'Narration', column: columns.narration[0] ?? null },
  ]
    .filter(({ column }) => column !== null)
    .map(({ label, column }) => `${label} is ${options[column ?? 0]?.name ?? column}`)
    .join(' · ') || 'none is known'

const NarrationColumns = ({
  options,
  chosen,
  onChange,
}: {
  options: ColumnOption[]
  chosen: number[]
  onChange: (columns: number[]) => void
}) => (
  <fieldset className="mapping-narration">
    <legend className="field-label">Narration, one column or several</legend>
    {options.map(({ column, name }) => (
      <CheckField
        key={column}
        label={name}
        checked={chosen.includes(column)}
        onChange={(checked) => {
          const others = chosen.filter((one) => one !== column)
          onChange(checked ? [...others, column].sort((one, other) => one - other) : others)
        }}
      />
    ))}
  </fieldset>
)
