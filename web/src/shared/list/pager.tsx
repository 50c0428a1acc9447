import '../fields/field.css'
import { type FormEvent, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../buttons/button.tsx'
import { formatNumber } from '../format/money.tsx'
import { pageButtons, pageCount } from './list-state.ts'
import type { ListControls } from './use-list-state.ts'
import './pager.css'

/** The current page, links to nearby pages, and a field that jumps to any page. */
export const Pager = ({
  total,
  noun,
  controls: { state, change, linkTo },
}: {
  total: number
  /** The rows' name in the plural, such as `orders`. */
  noun: string
  controls: ListControls
}) => {
  const { page, results } = state
  const pages = pageCount(total, results)
  const first = (page - 1) * results + 1
  const last = Math.min(page * results, total)
  return (
    <nav className="pager" aria-label={`Pages of ${noun}`}>
      <p className="pager-total">
        {formatNumber(first)}–{formatNumber(last)} of <strong>{formatNumber(total)}</strong>{' '}
        {total === 1 ? singular(noun) : noun}
      </p>
      {pages > 1 && (
        <ul className="pager-pages">
          {pageButtons(page, pages).map((number, index) =>
            number === null ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: only its place identifies a gap
              <li key={`gap-${index}`} className="pager-gap" aria-hidden="true">
                …
              </li>
            ) : (
              <li key={number}>
                <Link
                  to={linkTo({ page: number })}
                  className="pager-page"
                  aria-current={number === page ? 'page' : undefined}
                  aria-label={`Page ${number}`}
                >
                  {formatNumber(number)}
                </Link>
              </li>
            ),
          )}
        </ul>
      )}
      {pages > 1 && <Jump pages={pages} onJump={(number) => change({ page: number })} />}
    </nav>
  )
}

/** The singular of nouns such as `orders` and `log entries`. */
const singular = (noun: string) => noun.replace(/ies$/, 'y').replace(/s$/, '')

const Jump = ({ pages, onJump }: { pages: number; onJump: (page: number) => void }) => {
  const id = useId()
  const [typed, setTyped] = useState('')
  const go = (event: FormEvent) => {
    event.preventDefault()
    const page = Math.round(Number(typed.replaceAll(',', '')))
    if (typed.trim() === '' || !Number.isFinite(page)) return
    onJump(Math.min(Math.max(page, 1), pages))
    setTyped('')
  }
  return (
    <form className="pager-jump" onSubmit={go}>
      <label htmlFor={id}>Go to page</label>
      <input
        id={id}
        className="input"
        inputMode="numeric"
        enterKeyHint="go"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" size="small">
        Go
      </Button>
    </form>
  )
}
