import { OrderPersonal } from '@strand/contracts/order/personal'
import { enterDigitsText, type ReadQuestion } from '@strand/contracts/order/question'
import { invalidInput, Rejected } from '@strand/event-sourcing/errors'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '@strand/platform/clock'
import type { KeyRing } from '@strand/platform/crypto/key-ring'
import { readMailedToken } from '@strand/platform/crypto/mailed-token'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import { noOpenQuestion } from '../decider.ts'
import type { Order, Question } from '../state.ts'
import { tryDigits } from './tries.ts'

type Options = {
  pool: Pool
  personalData: Pick<PersonalData, 'open'>
  tokenSecret: KeyRing
  now: Now
}

/**
 * The last question about an order, open or not, for a caller who proves that the order is theirs:
 * with the token in the email about any of its questions, or with the last four digits of its phone
 * number.
 */
export const checkCustomer = async (
  options: Options,
  order: Order,
  { token, digits }: ReadQuestion,
): Promise<Question & { id: string }> => {
  const { question, questionIds } = order
  const id = question?.id
  if (!question || !id || order.erased) throw noOpenQuestion()
  if (token !== '') {
    const tokenId = readMailedToken(options.tokenSecret, 'question', token)
    if (tokenId && questionIds.includes(tokenId)) return { ...question, id }
    throw new Rejected('forbidden', 'This link does not open a question about this order')
  }
  if (digits === '') throw invalidInput([{ path: 'digits', message: enterDigitsText }])
  const isRight = await tryDigits(options, id, async () => {
    const [personal] = await options.personalData.open([order.personal])
    return personal !== null && phoneDigits(OrderPersonal.parse(personal).phone) === digits
  })
  if (isRight) return { ...question, id }
  throw new Rejected('forbidden', 'These are not the last four digits of this order’s phone number')
}

const phoneDigits = (phone: string) => phone.replace(/\D/g, '').slice(-4)
