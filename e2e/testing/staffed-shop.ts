import { type Row, startSpecificationShop } from './client.ts'
import { createColleague } from './fixtures.ts'

export type Colleague = Awaited<ReturnType<typeof createColleague>>
export type StaffedShop = Awaited<ReturnType<typeof startStaffedShop>>

/** A shop with its owner's token, a colleague of each other role, and the roles' ids. */
export const startStaffedShop = async (
  changes: Parameters<typeof startSpecificationShop>[0] = {},
) => {
  const shop = await startSpecificationShop(changes)
  const owner = await shop.signIn()
  const roles = (await shop.get('/api/admin/roles', { as: owner })).body.result as Row[]
  const roleids: Record<string, string> = Object.fromEntries(
    roles.map(({ roleid, rolename }) => [String(rolename), String(roleid)]),
  )
  const administrator = await createColleague(shop, owner, 'administrator', { lastname: 'Okon' })
  const auditor = await createColleague(shop, owner, 'auditor', { firstname: 'Uche' })
  let newcomers = 0
  /** The fields that add a user; each user has another address. */
  const form = (changes: Row = {}) => ({
    firstname: 'Ife',
    lastname: 'Bello',
    phone: '08030000003',
    countryCode: 'NG',
    email: `ife${++newcomers}@strand.example`,
    roleid: roleids.administrator,
    ...changes,
  })
  return { shop, owner, administrator, auditor, roleids, form }
}
