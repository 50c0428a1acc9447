import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { LoadFailed } from '../feedback/load-failed.tsx'
import { NoticeBox } from '../feedback/notice-box.tsx'
import { Outline } from '../feedback/outline.tsx'
import { formatTime } from '../format/time.ts'
import './list-view.css'
import { pageCount } from './list-state.ts'
import { Pager } from './pager.tsx'
import type { ListControls } from './use-list-state.ts'
import type { PageResult } from './use-page.ts'
import { useTopOfNewPage } from './use-top-of-new-page.ts'

/**
 * The area of a list. It shows an outline while the list loads, a failure with a button to try
 * again, the text of an empty list, or the rows with links to pages. If a reload fails, the rows
 * stay, below a notice.
 */
export const ListView = <Row,>({
  query,
  noun,
  controls,
  empty,
  children,
}: {
  query: UseQueryResult<PageResult<Row>>
  noun: string
  controls: ListControls
  empty: ReactNode
  children: (rows: Row[]) => ReactNode
}) => {
  const { data, isPending, isError, isPlaceholderData, dataUpdatedAt, refetch } = query
  const { change, state } = controls
  const list = useTopOfNewPage(state.page, !isPlaceholderData)
  const lastPage = data ? pageCount(data.total, state.results) : null
  const isBeyond = !isPlaceholderData && lastPage !== null && state.page > lastPage

  // Goes to the last page if the URL's page no longer exists, for example because its last row was
  // archived.
  useEffect(() => {
    if (isBeyond && lastPage !== null) change({ page: lastPage }, { replace: true })
  }, [isBeyond, lastPage, change])

  if (isPending || isBeyond) return <Outline what={noun} />
  if (isError && !data) return <LoadFailed what={`The ${noun}`} query={query} />
  if (!data) return null
  const stale = isError && (
    <NoticeBox
      kind="failure"
      title="The list could not be refreshed"
      text={`The list is from ${formatTime(new Date(dataUpdatedAt).toISOString())}.`}
      action={{ text: 'Try again', onClick: () => void refetch() }}
    />
  )
  if (data.total === 0)
    return (
      <>
        {stale}
        <div className="list-empty">{empty}</div>
      </>
    )
  return (
    <div ref={list} className="list-view" data-waiting={isPlaceholderData || undefined}>
      {stale}
      {children(data.data)}
      <Pager total={data.total} noun={noun} controls={controls} />
    </div>
  )
}
