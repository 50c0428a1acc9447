import type { Simulation } from '../shop/simulation.ts'
import type { DecodedLog } from './decoded.ts'

/** Checks that all personal data that the log erased has lost its key, and no other data has. */
export const wrongErasures = (
  { personalData: { erased } }: Simulation,
  { orders, lines }: DecodedLog,
): string[] =>
  [...orders, ...lines].flatMap(([stream, history]) => {
    let keyId = ''
    let isErased = false
    for (const { event } of history) {
      if (event.type === 'OrderCreated' || event.type === 'BankLineRecorded') {
        keyId = event.data.personal.keyId
        isErased = false
      }
      if (event.type === 'OrderPersonalDataErased' || event.type === 'BankLineTextErased')
        isErased = true
    }
    if (isErased === erased.has(keyId)) return []
    return [isErased ? `the key of ${stream} is left` : `the key of ${stream} is destroyed`]
  })
