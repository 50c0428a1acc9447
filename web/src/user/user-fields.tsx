import { resultOf } from '@strand/contracts/answer'
import { RoleOption } from '@strand/contracts/permission'
import { CreateUser, UserDetails } from '@strand/contracts/user'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { get } from '../shared/api.ts'
import { Field } from '../shared/field.tsx'
import { PersonFields, type PersonFormPart, type PersonValues } from '../shared/person-fields.tsx'

export const usersKey = ['users']

export type UserValues = PersonValues & { roleid: string }
type Name = keyof UserValues

/** Another's record is changed without the email, which stays. */
export const EditUserForm = UserDetails.omit({ email: true }).extend({
  roleid: CreateUser.shape.roleid,
})

const useRoles = () =>
  useQuery({
    queryKey: ['roles'],
    queryFn: async ({ signal }) =>
      (await get(resultOf(z.array(RoleOption)), '/admin/roles', { signal })).result,
    staleTime: Number.POSITIVE_INFINITY,
  }).data ?? []

/** A member of staff and their role, for adding and for editing one. */
export const UserFields = ({
  emailEditable,
  ...form
}: {
  emailEditable: boolean
  values: UserValues
  set: (name: Name, value: string) => void
  leave: (name: Name) => void
  errorOf: (name: Name) => string | undefined
}) => {
  const roles = useRoles()
  const person: PersonFormPart = form
  return (
    <>
      <PersonFields {...person} emailEditable={emailEditable} />
      <Field label="Role" error={form.errorOf('roleid')}>
        {(control) => (
          <select
            {...control}
            name="roleid"
            value={form.values.roleid}
            onChange={(event) => form.set('roleid', event.target.value)}
            onBlur={() => form.leave('roleid')}
          >
            <option value="" disabled>
              Select a role
            </option>
            {roles.map(({ roleid, rolename }) => (
              <option key={roleid} value={roleid}>
                {rolename}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  )
}
