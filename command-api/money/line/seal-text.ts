import type { Sealed } from '@strand/contracts/envelope'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import type { BankLineState } from './state.ts'

/**
 * Seals what is said about a line under the line's own key; null when the key is destroyed, so that
 * nobody could read it.
 */
export const lineTextSealer =
  (personalData: Pick<PersonalData, 'load' | 'seal'>) =>
  async ({ recorded, erased }: BankLineState, text: string): Promise<Sealed | null> => {
    const key = erased ? null : await personalData.load(recorded.personal.keyId)
    return key && personalData.seal(key, { text })
  }
