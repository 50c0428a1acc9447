import type { Sealed } from '@strand/contracts/envelope'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import type { BankLineState } from './state.ts'

/**
 * Seals a text about a line under the line's own key. Null if the key was destroyed, because nobody
 * could read the text.
 */
export const lineTextSealer =
  (personalData: Pick<PersonalData, 'load' | 'seal'>) =>
  async ({ recorded, erased }: BankLineState, text: string): Promise<Sealed | null> => {
    const key = erased ? null : await personalData.load(recorded.personal.keyId)
    return key && personalData.seal(key, { text })
  }
