import type { Sealed } from '@strand/contracts/envelope'
import type { JsonObject } from '@strand/event-sourcing/event-store/event-store'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import { personalDataErased } from './decider.ts'
import type { Order } from './state.ts'

export const orderSealer =
  (personalData: Pick<PersonalData, 'load' | 'seal'>) =>
  async ({ personal }: Pick<Order, 'personal'>, contents: JsonObject): Promise<Sealed> => {
    const key = await personalData.load(personal.keyId)
    if (key) return personalData.seal(key, contents)
    throw personalDataErased()
  }

export const textSealer = (personalData: Pick<PersonalData, 'load' | 'seal'>) => {
  const seal = orderSealer(personalData)
  return (order: Pick<Order, 'personal'>, text: string): Promise<Sealed> => seal(order, { text })
}
