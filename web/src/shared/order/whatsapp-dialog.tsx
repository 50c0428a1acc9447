import { ContactCustomer, customerContactEndpoints } from '@strand/contracts/order/customer-contact'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { Button } from '../buttons/button.tsx'
import { Modal } from '../dialogs/modal.tsx'
import { KeptText } from '../dialogs/modal-form.tsx'
import { LoadFailed } from '../feedback/load-failed.tsx'
import { Outline } from '../feedback/outline.tsx'
import { MessageField } from '../fields/message-field.tsx'
import { removeDraft } from '../forms/form-draft.ts'
import { useForm } from '../forms/use-form.ts'
import { ordersKey } from '../server-state/order-queries.ts'
import { useCommand } from '../server-state/use-command.ts'

const { getCustomerContact, contactCustomer } = customerContactEndpoints

/**
 * Prepares a message that staff send to the customer from their own WhatsApp, and records that they
 * sent it.
 */
export const WhatsAppDialog = ({
  orderId,
  prepared,
  onClose,
}: {
  orderId: string
  prepared: (firstname: string) => string
  onClose: () => void
}) => {
  const query = useQuery({
    queryKey: [...ordersKey, 'contact', orderId],
    queryFn: async ({ signal }) =>
      (await call(getCustomerContact, { params: { orderId }, signal })).result,
  })
  const { data } = query
  const draft = `whatsapp.${orderId}`
  const close = () => {
    removeDraft(draft)
    onClose()
  }
  return (
    <Modal title="Write on WhatsApp" onClose={close}>
      {!data &&
        (query.error ? (
          <LoadFailed what="The number" query={query} />
        ) : (
          <Outline what="number" rows={2} />
        ))}
      {data?.whatsapp === null && <p>This customer has no number that WhatsApp accepts.</p>}
      {data?.whatsapp && (
        <Message
          orderId={orderId}
          number={data.whatsapp}
          prepared={prepared(data.firstname)}
          draft={draft}
          onClose={close}
        />
      )}
    </Modal>
  )
}

const Message = ({
  orderId,
  number,
  prepared,
  draft,
  onClose,
}: {
  orderId: string
  number: string
  prepared: string
  draft: string
  onClose: () => void
}) => {
  const { fieldProps, ...texts } = useForm({
    schema: ContactCustomer,
    initial: { text: prepared },
    draft,
    send: async () => {},
  })
  const { text } = texts.values
  const { success, data, error } = ContactCustomer.safeParse({ text })
  const { attempt } = useCommand({
    send: () => call(contactCustomer, { params: { orderId }, body: { channel: 'whatsapp', text } }),
    success: 'Recorded',
    situation: 'action',
    invalidates: { queryKey: ordersKey },
    onSuccess: onClose,
  })
  return (
    <div className="form">
      <KeptText {...texts} />
      <p>
        Order <strong>{orderId}</strong>, +{number}. You send it yourself, from your own WhatsApp.
        The order’s history keeps what you write here.
      </p>
      <MessageField
        label="Your message"
        {...fieldProps('text')}
        error={error?.issues[0]?.message}
      />
      <div className="form-buttons">
        <Button onClick={onClose}>Cancel</Button>
        {success ? (
          <a
            className="button button-primary"
            href={`https://wa.me/${number}?text=${encodeURIComponent(data.text)}`}
            target="_blank"
            rel="noreferrer"
            onClick={() => void attempt(undefined)}
          >
            Open WhatsApp
          </a>
        ) : (
          <Button variant="primary" disabled>
            Open WhatsApp
          </Button>
        )}
      </div>
    </div>
  )
}
