import { bankEndpoints } from '@strand/contracts/money/bank.endpoints'
import { AddBankAccount } from '@strand/contracts/money/bank-account'
import { call } from '../../shared/api/client.ts'
import { ModalForm } from '../../shared/dialogs/modal-form.tsx'
import { TextField } from '../../shared/fields/text-field.tsx'
import { useCommandForm } from '../../shared/forms/use-command-form.ts'
import { moneyKey } from '../../shared/server-state/money-counts.ts'

export const AddAccountDialog = ({ onClose }: { onClose: () => void }) => {
  const form = useCommandForm({
    schema: AddBankAccount,
    initial: { bankName: '', accountName: '', accountNumber: '', currency: 'NGN' },
    send: (body) => call(bankEndpoints.addBankAccount, { body }),
    success: 'Account added',
    situation: 'admin',
    invalidates: { queryKey: moneyKey },
    onSuccess: onClose,
  })
  return (
    <ModalForm
      title="Add a bank account"
      form={form}
      text="Add account"
      busyText="Adding..."
      onClose={onClose}
    >
      <TextField label="Bank" autoComplete="off" {...form.fieldProps('bankName')} />
      <TextField
        label="Name of the account"
        autoComplete="off"
        {...form.fieldProps('accountName')}
      />
      <TextField
        label="Account number"
        help="10 digits; it cannot be changed later."
        inputMode="numeric"
        autoComplete="off"
        {...form.fieldProps('accountNumber')}
      />
    </ModalForm>
  )
}
