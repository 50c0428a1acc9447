import type { ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'
import { isFiltered, withoutFilters } from './list-state.ts'
import type { ListControls } from './use-list-state.ts'

/**
 * The text of an empty list. If the list is filtered, there is also a button that shows all rows.
 */
export const ClearableEmpty = (props: { controls: ListControls; children: ReactNode }) => {
  const { state, change } = props.controls
  return (
    <>
      {props.children}
      {isFiltered(state) && (
        <Button onClick={() => change(withoutFilters(state))}>Clear the search</Button>
      )}
    </>
  )
}
