import '../../fields/field.css'
import { useEffect, useId, useRef, useState } from 'react'
import { SearchIcon } from '../../style/more-icons.tsx'

/** In milliseconds: the pause between the last keystroke and the search. */
const typingPause = 350

/** A search field that searches while the user types, and at once on Enter. */
export const SearchBox = ({
  label,
  placeholder,
  value,
  onSearch,
  focusFirst = false,
  isProposed = false,
}: {
  label: string
  placeholder: string
  value: string
  onSearch: (text: string) => void
  focusFirst?: boolean
  /**
   * Whether `value` is only a suggestion. If so, it is selected on focus, so that typing replaces
   * it.
   */
  isProposed?: boolean
}) => {
  const input = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it appears
  useEffect(() => {
    if (focusFirst) input.current?.focus()
  }, [])
  const id = useId()
  const { typed, setTyped, search } = useSearchOnPause(value, onSearch)
  return (
    <search className="search-box">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          search(typed)
        }}
      >
        <label htmlFor={id} className="for-screen-readers">
          {label}
        </label>
        <SearchIcon />
        <input
          ref={input}
          id={id}
          type="search"
          className="input"
          data-search
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onFocus={(event) => isProposed && event.target.select()}
        />
      </form>
    </search>
  )
}

const useSearchOnPause = (value: string, onSearch: (text: string) => void) => {
  const [typed, setTyped] = useState(value)
  const asked = useRef(value)
  const latest = useRef(onSearch)
  latest.current = onSearch

  // Shows a search that was not typed here, for example after Back, or when the filters are
  // cleared.
  useEffect(() => {
    if (value === asked.current) return
    asked.current = value
    setTyped(value)
  }, [value])

  useEffect(() => {
    if (typed.trim() === asked.current) return
    const timer = setTimeout(() => search(typed), typingPause)
    return () => clearTimeout(timer)
  })

  const search = (text: string) => {
    asked.current = text.trim()
    latest.current(text.trim())
  }
  return { typed, setTyped, search }
}
