import type { BulkAnswer } from '@strand/contracts/answer'
import { formatNaira } from '@strand/contracts/money'
import { useState } from 'react'
import { failureNotice } from '../../shared/api/error-catalogue.ts'
import { Button } from '../../shared/buttons/button.tsx'
import { Loading } from '../../shared/feedback/loading.tsx'
import { NoticeBox } from '../../shared/feedback/notice-box.tsx'
import { formatNumber } from '../../shared/format/money.tsx'
import { BulkOutcomeDialog } from '../../shared/list/bulk/bulk-outcome-dialog.tsx'
import { useSelection } from '../../shared/list/bulk/use-selection.ts'
import { SearchBox } from '../../shared/list/search/search-box.tsx'
import { useUndo } from '../actions/undo-bar.tsx'
import { useOrderActions } from '../actions/use-order-actions.ts'
import { plainView, rotated, zoomed } from './proof-view.ts'
import { ReviewFacts } from './review-facts.tsx'
import { ReviewHelp } from './review-help.tsx'
import { ReviewList } from './review-list.tsx'
import { ReviewProof } from './review-proof.tsx'
import { type ReviewAction, useReviewShortcuts, useShortcutsEnabled } from './review-shortcuts.ts'
import { useReviewQueue } from './use-review-queue.ts'
import './review.css'

/**
 * The pending orders one by one: the list on the left, the facts in the middle, the proof on the
 * right. Made for reviewing hundreds of payments a day by keyboard; each payment is looked at, and
 * none is approved unseen.
 */
// Long because it joins the list, the proof and the keys of the queue.
export const ReviewQueue = ({
  search,
  onSearch,
}: {
  search: string
  onSearch: (text: string) => void
}) => {
  const queue = useReviewQueue(search)
  const { query, rows, index, current, total, look, move, act, lease } = queue
  const { actOnAll } = useOrderActions()
  const selection = useSelection('review')
  const undo = useUndo()
  const [view, setView] = useState(plainView)
  const [expanded, setExpanded] = useState(false)
  const [helping, setHelping] = useState(false)
  const [failed, setFailed] = useState<BulkAnswer['failed']>([])
  const [keysOn, switchKeys] = useShortcutsEnabled()

  const go = (step: () => void) => {
    setView(plainView)
    step()
  }
  const archiveSelected = () =>
    void actOnAll('archive', [...selection.ids], (notDone) => {
      selection.set(notDone.map(({ id }) => id))
      setFailed(notDone)
    })
  const does: Record<ReviewAction, () => unknown> = {
    next: () => go(() => move(1)),
    previous: () => go(() => move(-1)),
    later: () => current && go(() => queue.postpone(current)),
    select: () => current && selection.toggle(current.orderid),
    expand: () => setExpanded(!expanded),
    approve: () => current && go(() => void act('approve', current)),
    archive: () => {
      if (selection.ids.size > 0) archiveSelected()
      else if (current) go(() => void act('archive', current))
    },
    undo: async () => {
      const orderId = await undo()
      if (orderId) go(() => look(orderId))
    },
    larger: () => setView(zoomed(view, 1)),
    smaller: () => setView(zoomed(view, -1)),
    rotate: () => setView(rotated(view)),
    search: () => document.querySelector<HTMLElement>('[data-search]')?.focus(),
    help: () => setHelping(true),
  }
  useReviewShortcuts(keysOn, (action) => void does[action]())

  if (query.isPending) return <Loading label="Loading the pending orders…" />
  if (query.isError && !query.data)
    return (
      <div className="review-failure">
        <NoticeBox
          kind="failure"
          title="The pending orders could not be loaded"
          text={failureNotice(query.error, 'admin').text}
          action={{ text: 'Try again', onClick: () => void query.refetch() }}
        />
      </div>
    )
  return (
    <div className="review">
      <div className="review-side">
        <div className="review-tools">
          <SearchBox
            label="Search orders"
            placeholder="Search (press /)"
            value={search}
            onSearch={onSearch}
          />
          <Button size="small" onClick={() => setHelping(true)}>
            Keys (?)
          </Button>
        </div>
        {selection.ids.size > 0 && (
          <div className="review-selected">
            <span>{selection.ids.size} selected</span>
            <Button size="small" variant="danger" onClick={archiveSelected}>
              Archive selected
            </Button>
          </div>
        )}
        {current && (
          <ReviewList
            rows={rows}
            currentId={current.orderid}
            selection={selection}
            onLook={(orderId) => go(() => look(orderId))}
          />
        )}
      </div>
      {current ? (
        <>
          <div className="review-middle">
            <div className="review-place">
              <Button size="small" disabled={index === 0} onClick={() => does.previous()}>
                Previous
              </Button>
              <span>
                {formatNumber(index + 1)} of {formatNumber(total)}
              </span>
              <Button size="small" disabled={index >= total - 1} onClick={() => does.next()}>
                Next
              </Button>
            </div>
            {lease.refusal && (
              <NoticeBox
                kind="info"
                title={lease.refusal}
                action={{ text: 'Take over', onClick: lease.takeOver }}
              />
            )}
            <ReviewFacts
              order={current}
              expanded={expanded}
              onExpand={setExpanded}
              onApprove={() => does.approve()}
              onArchive={() => go(() => void act('archive', current))}
              onLater={() => does.later()}
            />
          </div>
          <ReviewProof
            order={current}
            next={rows.slice(index + 1, index + 3)}
            view={view}
            onView={setView}
          />
        </>
      ) : (
        <div className="list-empty review-done">
          <h2>{search ? 'No pending order matches' : 'All payments are looked at'}</h2>
          <p>New orders come here by themselves.</p>
        </div>
      )}
      <p className="for-screen-readers" role="status">
        {current &&
          `Order ${current.orderid}, ${formatNaira(current.total)}, from ${current.accountname}`}
      </p>
      {helping && (
        <ReviewHelp on={keysOn} onSwitch={switchKeys} onClose={() => setHelping(false)} />
      )}
      {failed.length > 0 && <BulkOutcomeDialog failed={failed} onClose={() => setFailed([])} />}
    </div>
  )
}
