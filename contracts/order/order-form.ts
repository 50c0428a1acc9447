import { z } from 'zod'
import { CommandAnswer } from '../answer.ts'
import { singleSpaced } from '../characters.ts'
import { selectCountryText } from '../country.ts'
import { Naira } from '../naira.ts'
import { emailAddress, firstname, lastname, phoneCountry } from '../person.ts'
import {
  givenText,
  identifier,
  optionalLine,
  optionalText,
  personName,
  requiredLine,
} from '../text.ts'
import { maxBase64, maxFiles, uploadProofText } from '../uploads.ts'
import { enterPhoneText } from './contact.ts'
import { enterInstagramText, instagramName, instagramProblem } from './instagram.ts'
import { phoneTextProblem, plainPhone } from './phone.ts'

/** Makes a check that reports the problem in a text, if `problem` finds one. */
const hasNo =
  (problem: (typed: string) => string | null) =>
  ({ value, issues }: z.core.ParsePayload<string>) => {
    const message = problem(value)
    if (message) issues.push({ code: 'custom', message, input: value })
  }

/** Step 1. The specification gives error texts only for the email field. */
export const CustomerDetails = z.object({
  firstname,
  lastname,
  email: emailAddress(),
  countrycode: phoneCountry,
  /** The country's rules are also checked, by `phoneProblem` and by the server. */
  phone: requiredLine(enterPhoneText, 100).check(hasNo(phoneTextProblem)).overwrite(plainPhone),
  // A shared link to a profile is longer than the name in it.
  instagramusername: requiredLine(enterInstagramText, 500)
    .check(hasNo(instagramProblem))
    .overwrite(instagramName),
})
export type CustomerDetails = z.infer<typeof CustomerDetails>

const selectProduct = 'Please select a product'

/** Step 2. A line names its product by id or, without an id, by name. */
export const SelectedProduct = z.object({
  productid: z.uuid().optional(),
  productname: requiredLine(selectProduct),
  price: z.number(),
  quantity: z
    .int('Quantity must be a whole number')
    .min(1, 'Quantity must be at least 1')
    .max(10_000, 'Quantity must be at most 10000'),
  amount: z.number(),
})
export type SelectedProduct = z.infer<typeof SelectedProduct>
export const maxLines = 100
export const tooManyLines = `At most ${maxLines} products, please`

/**
 * A promise of prices, as the shop gave it to the client. For a hundred products, it has 11,000
 * characters. A promise without the shop's signature is ignored.
 */
export const givenPromise = optionalLine(12_000).catch('')

/** A proof of payment: an upload's `fileUid`, or the file itself in `base64Image`. */
export const OrderFile = z.object({
  fileType: identifier(100),
  fileName: identifier(255),
  fileUid: identifier(100),
  /** Base64, with or without a data URL's prefix. */
  base64Image: identifier(maxBase64).optional(),
})

/**
 * `POST /api/create-order`. Has the rules of every step of the form, in the specification's words.
 */
export const CreateOrder = CustomerDetails.extend({
  location: requiredLine('Please select a location', 64),
  /** The name of a country; empty except for the international location. */
  country: optionalLine(100),
  postalcode: optionalLine(20),
  deliveryaddress: optionalText(500),
  accountname: personName('Please enter account name', 200).overwrite(singleSpaced),
  tandc: z.literal(true, 'Should accept terms and conditions'),
  products: z
    .array(SelectedProduct, selectProduct)
    .min(1, selectProduct)
    .max(maxLines, tooManyLines),
  files: z
    .array(OrderFile, uploadProofText)
    .min(1, uploadProofText)
    .max(maxFiles, `At most ${maxFiles} files, please`),
  /** The total that the form showed, including delivery. The server computes its own total. */
  amount: z.number(),
  /** A campaign's id, or empty. */
  salesid: optionalLine(64),
  /**
   * The payment code that the customer wrote on the transfer. A code that was never issued, or that
   * another order has, is ignored: the shop must not refuse a customer who has paid.
   */
  paymentCode: optionalLine(64).catch(''),
  /** The promise of the prices that the customer saw, from `POST /api/price-promises`. */
  promise: givenPromise,
  /**
   * The customer has sent `amount`, and insists on it although the promise has expired. Requires
   * `promise`.
   */
  confirmAnyway: z.boolean().catch(false),
  /**
   * What the customer has sent, in whole naira, if the form knows it. It changes no price; staff
   * see it if it is not the order's total.
   */
  sentAmount: Naira.nullable().catch(null),
})
export type CreateOrder = z.infer<typeof CreateOrder>

/** Errors for fields that depend on the location: a country and postal code, or an address. */
export const internationalRules = {
  country: selectCountryText,
  postalcode: 'Please enter postal code',
  deliveryaddress: 'Please enter delivery address',
}

export const OrderCreatedAnswer = CommandAnswer.extend({
  orderId: givenText,
  result: z.object({ orderId: givenText }),
})
export type OrderCreatedAnswer = z.infer<typeof OrderCreatedAnswer>

/** `POST /api/payment-codes`. */
export const IssuePaymentCode = z.object({})
export const PaymentCodeAnswer = CommandAnswer.extend({
  code: givenText,
  result: z.object({ code: givenText }),
})
