import type { PersonalData } from '@strand/platform/crypto/personal-data'
import type { World } from '../world/world.ts'

/** Personal data in boxes that are not locked: sealing is not what the simulator is about. */
export const openVault = (world: World): PersonalData => {
  const key = Buffer.alloc(32)
  return {
    take: async () => ({
      id: `00000000-0000-4000-8000-${world.dice.text('0123456789abcdef', 12)}`,
      key,
    }),
    load: async (id) => ({ id, key }),
    seal: ({ id }, data) => ({
      keyId: id,
      box: Buffer.from(JSON.stringify(data)).toString('base64'),
    }),
    open: async (sealed) =>
      sealed.map(({ box }) => JSON.parse(Buffer.from(box, 'base64').toString())),
    erase: async () => {},
    close: async () => {},
  }
}
