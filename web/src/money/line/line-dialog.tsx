import { useRef } from 'react'
import { Modal } from '../../shared/dialogs/modal.tsx'
import { LoadFailed } from '../../shared/feedback/load-failed.tsx'
import { Outline } from '../../shared/feedback/outline.tsx'
import { usePermission } from '../../shared/session/use-permission.ts'
import type { LineForm } from '../line-address.ts'
import { lineActions } from '../lines/line-actions.ts'
import { type ShownLine, useLine } from '../money-calls.ts'
import { CompareLines } from './compare-lines.tsx'
import './line.css'
import { OweForm } from '../owed/owe-form.tsx'
import { LineButtons } from './line-buttons.tsx'
import { LineFacts } from './line-facts.tsx'
import { MatchForm } from './match-form.tsx'
import { SetAsideForm } from './set-aside-form.tsx'
import { UnmatchForm } from './unmatch-form.tsx'

type Opened = {
  lineId: string
  on: string
  /**
   * The open form. It is part of the URL, so that it opens again after the user has signed in
   * again.
   */
  form: LineForm | null
  onForm: (form: LineForm | null) => void
  onClose: () => void
}

/** A bank line, with the orders that it pays for and the actions that it allows. */
export const LineDialog = (opened: Opened) => {
  const query = useLine(opened.lineId, opened.on)
  const { data } = query
  return (
    <Modal title="Bank transaction" onClose={opened.onClose}>
      {data && <OpenedLine {...opened} line={data} />}
      {query.isPending && <Outline what="line" rows={4} />}
      {data === null && (
        <p>This line no longer exists: it may have been merged into another one.</p>
      )}
      {!data && query.isError && <LoadFailed what="The line" query={query} />}
    </Modal>
  )
}

const OpenedLine = ({ line, form: asked, onForm, onClose }: Opened & { line: ShownLine }) => {
  const mayManage = usePermission('money.manage')
  const actions = mayManage ? lineActions(line) : []
  // A form opens only if the line allows the form's action. If a colleague's change then makes the
  // action impossible, the form stays open with the typed text.
  const canSubmit = actions.some((action) => action.form === asked)
  const opened = useRef<{ form: LineForm | null; line: ShownLine } | null>(null)
  if (canSubmit) opened.current = { form: asked, line }
  else if (opened.current?.form !== asked || asked === 'compare') opened.current = null
  const form = opened.current?.form ?? null
  const closed = useRef<LineForm | null>(null)
  if (form) closed.current = form
  const shown = {
    line: opened.current?.line ?? line,
    canSubmit,
    onCancel: () => onForm(null),
    onDone: onClose,
  }
  return (
    <div className="line-opened">
      <LineFacts line={line} isShort={line.status === 'probablysame'} onLeave={onClose} />
      {form === 'match' && <MatchForm {...shown} />}
      {form === 'unmatch' && <UnmatchForm {...shown} onDone={() => onForm(null)} />}
      {form === 'setaside' && <SetAsideForm {...shown} />}
      {form === 'owe' && <OweForm {...shown} />}
      {(form === 'compare' || line.status === 'probablysame') && (
        <CompareLines line={line} mayManage={mayManage} onDone={onClose} />
      )}
      {form === null && line.status !== 'probablysame' && (
        <LineButtons
          line={line}
          actions={actions}
          mayManage={mayManage}
          closed={closed.current}
          onChoose={onForm}
        />
      )}
    </div>
  )
}
