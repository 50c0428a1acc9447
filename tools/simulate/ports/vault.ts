import type { PersonalData } from '@strand/platform/crypto/personal-data'
import { callPort, type Faults } from '../world/port.ts'
import type { World } from '../world/world.ts'

/** Stores personal data unencrypted, because the simulator does not test sealing. */
export const openVault = (world: World, faults: Faults) => {
  const key = Buffer.alloc(32)
  const erased = new Set<string>()
  const vault: PersonalData = {
    take: async () => ({
      id: `00000000-0000-4000-8000-${world.dice.text('0123456789abcdef', 12)}`,
      key,
    }),
    load: async (id) => (erased.has(id) ? null : { id, key }),
    seal: ({ id }, data) => ({
      keyId: id,
      box: Buffer.from(JSON.stringify(data)).toString('base64'),
    }),
    open: async (sealed) =>
      sealed.map(({ keyId, box }) =>
        erased.has(keyId) ? null : JSON.parse(Buffer.from(box, 'base64').toString()),
      ),
    erase: (keyId) =>
      callPort(world, {
        label: () => `vault erases ${keyId}`,
        faults,
        work: () => {
          erased.add(keyId)
        },
        fail: () => new Error('Connection terminated unexpectedly'),
      }),
    close: async () => {},
  }
  return { ...vault, erased }
}
