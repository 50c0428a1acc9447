import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Button } from '../buttons/button.tsx'
import { loadFailureText } from '../feedback/load-failed.tsx'
import { Skeleton } from '../feedback/loading.tsx'
import { NoticeBox } from '../feedback/notice-box.tsx'
import { formatTime } from '../format/time.ts'
import './list-view.css'
import { pageCount } from './list-state.ts'
import { Pager } from './pager.tsx'
import type { ListControls } from './use-list-state.ts'
import type { PageResult } from './use-page.ts'

/**
 * The area of a list: its outline while it loads, a failure with a retry, an empty list with a
 * reason, or the rows with their pages. A failed refresh keeps the rows and says so.
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
  /** Shown for a list without a single row. */
  empty: ReactNode
  children: (rows: Row[]) => ReactNode
}) => {
  const { data, isPending, isError, error, isPlaceholderData, dataUpdatedAt, refetch } = query
  const { change, state } = controls
  const lastPage = data ? pageCount(data.total, state.results) : null
  const isBeyond = !isPlaceholderData && lastPage !== null && state.page > lastPage

  // The last row of the last page was archived, or the URL names a page that no longer exists.
  useEffect(() => {
    if (isBeyond && lastPage !== null) change({ page: lastPage }, { replace: true })
  }, [isBeyond, lastPage, change])

  if (isPending || isBeyond) return <ListSkeleton noun={noun} />
  if (isError && !data)
    return (
      <div className="list-failure" role="alert">
        <h2>The {noun} could not be loaded</h2>
        <p>{loadFailureText(error)}</p>
        <Button variant="primary" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    )
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
    <div className="list-view" data-waiting={isPlaceholderData || undefined}>
      {stale}
      {children(data.data)}
      <Pager total={data.total} noun={noun} controls={controls} />
    </div>
  )
}

const ListSkeleton = ({ noun }: { noun: string }) => (
  <div className="list-outline" role="status">
    <span className="for-screen-readers">Loading the {noun}…</span>
    {Array.from({ length: 8 }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all alike
      <div key={row} className="list-outline-row">
        <Skeleton width="9rem" />
        <Skeleton width="70%" />
        <Skeleton width="5rem" />
      </div>
    ))}
  </div>
)
