import type { FormContext } from '@strand/command-api/order/create/form-context'
import type { CreateOrder } from '../../../contracts/order/order-form.ts'
import type { Dice } from '../../payments/dice.ts'

const productId = '11111111-1111-4111-8111-111111111111'
const locationId = '22222222-2222-4222-8222-222222222222'

/** In naira: the total of every order, so that any bank line can pay for any order. */
export const total = 6_000

/** A customer's form; `customer` is the customer's number. */
export const formOf = (dice: Dice, customer: number, paymentCode: string): CreateOrder => ({
  firstname: 'Ada',
  lastname: `Obi ${customer}`,
  email: `ada${customer}@example.com`,
  countrycode: 'NG',
  phone: '08031234567',
  instagramusername: 'ada',
  location: locationId,
  country: '',
  postalcode: '',
  deliveryaddress: '5 Allen Avenue',
  accountname: 'Ada Obi',
  tandc: true as const,
  amount: total,
  salesid: '',
  paymentCode,
  promise: '',
  confirmAnyway: false,
  sentAmount: null,
  products: [
    { productid: productId, productname: 'Wig cap', price: 5_000, quantity: 1, amount: 5_000 },
  ],
  files: [
    {
      fileType: 'image/png',
      fileName: 'proof.png',
      fileUid: `33333333-3333-4333-8333-${dice.text('0123456789abcdef', 12)}`,
    },
  ],
})

/** The context of a form: everything exists, and the proof has been uploaded. */
export const contextOf = ({ files }: CreateOrder): FormContext => ({
  products: [{ productId, name: 'Wig cap', price: 5_000, active: true }],
  location: { locationId, name: 'Lagos', price: 1_000, address: '', active: true },
  sales: null,
  othersUploads: [],
  idsReserved: false,
  takenId: null,
  uploads: files.map(({ fileUid }) => ({
    fileUid,
    key: `key-${fileUid}`,
    type: 'image/png' as const,
    size: 12,
    sha256: fileUid.replaceAll('-', ''),
  })),
})
