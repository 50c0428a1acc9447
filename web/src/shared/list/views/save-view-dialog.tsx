import { type View, ViewHead, viewEndpoints } from '@strand/contracts/views/view'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { call } from '../../api/client.ts'
import { Button } from '../../buttons/button.tsx'
import { ModalForm } from '../../dialogs/modal-form.tsx'
import { CheckField } from '../../fields/check-field.tsx'
import { TextField } from '../../fields/text-field.tsx'
import { useCommandForm } from '../../forms/use-command-form.ts'
import { useCommand } from '../../server-state/use-command.ts'
import { usePermission } from '../../session/use-permission.ts'
import { viewsKey } from './use-views.ts'
import { plainAddress, type ViewedList, viewBody } from './viewed-list.ts'

/** Saves the list's current search, filters and columns, as a new view or in place of `view`. */
export const SaveViewDialog = ({
  shown,
  view,
  onClose,
}: {
  shown: ViewedList
  view?: View
  onClose: () => void
}) => {
  const [params, setParams] = useSearchParams()
  const mayShare = usePermission('orders.manage')
  const form = useCommandForm({
    schema: ViewHead,
    initial: { name: view?.name ?? '', shared: view?.shared ?? false },
    send: async (head): Promise<string> => {
      const body = viewBody(shown, head)
      if (!view) return (await call(viewEndpoints.createView, { body })).viewid
      await call(viewEndpoints.updateView, { params: { viewId: view.viewid }, body })
      return view.viewid
    },
    success: () => ({ title: 'View Saved', text: '' }),
    situation: 'action',
    invalidates: { queryKey: viewsKey },
    onSuccess: (viewId) => {
      const next = new URLSearchParams(params)
      next.set('saved', viewId)
      setParams(next, { replace: true })
      onClose()
    },
  })
  return (
    <ModalForm
      title={view ? 'Change this view' : 'Save as a view'}
      form={form}
      text="Save"
      busyText="Saving..."
      onClose={onClose}
    >
      <p>
        The {shown.noun} with the filters
        {shown.columns ? ', the sort and the columns' : ' and the sort'} that the list has now.
      </p>
      {shown.notKept && <p>{shown.notKept}</p>}
      <TextField label="Name" autoComplete="off" {...form.fieldProps('name')} />
      {mayShare && (
        <CheckField
          label="Share this view with everyone"
          checked={form.values.shared}
          onChange={(shared) => form.setValue('shared', shared)}
        />
      )}
      {view && <DeleteButton view={view} leadsTo={plainAddress(shown)} onDone={onClose} />}
    </ModalForm>
  )
}

const DeleteButton = ({
  view: { viewid },
  leadsTo,
  onDone,
}: {
  view: View
  leadsTo: string
  onDone: () => void
}) => {
  const navigate = useNavigate()
  const { attempt, busy } = useCommand({
    send: () => call(viewEndpoints.deleteView, { params: { viewId: viewid } }),
    success: 'View Deleted',
    situation: 'action',
    invalidates: { queryKey: viewsKey },
    onSuccess: () => {
      navigate(leadsTo)
      onDone()
    },
  })
  return (
    <p>
      <Button size="small" variant="danger" busy={busy} onClick={() => void attempt(undefined)}>
        Delete this view
      </Button>
    </p>
  )
}
