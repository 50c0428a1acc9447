import { userEndpoints } from '@strand/contracts/accounts/endpoints'
import { CreateUser, UserDetails } from '@strand/contracts/accounts/user'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../shared/api/client.ts'
import { PersonFields, type PersonValues } from '../../shared/fields/person-fields.tsx'
import { SelectField } from '../../shared/fields/select-field.tsx'
import type { FormFields } from '../../shared/forms/use-form.ts'

export const usersKey = ['users']

export type UserValues = PersonValues & { roleid: string }
type Name = keyof UserValues

/** The fields of an existing user. The email address is left out, because it never changes. */
export const EditUserForm = UserDetails.omit({ email: true }).extend({
  roleid: CreateUser.shape.roleid,
})

const useRoles = () =>
  useQuery({
    queryKey: ['roles'],
    queryFn: async ({ signal }) => (await call(userEndpoints.listRoles, { signal })).result,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const UserFields = ({
  fieldProps,
  emailEditable,
}: FormFields<Name> & { emailEditable: boolean }) => {
  const roles = useRoles()
  return (
    <>
      <PersonFields fieldProps={fieldProps} emailEditable={emailEditable} />
      <SelectField
        label="Role"
        awaited={{ what: 'roles', query: roles, chosen: 'Select a role' }}
        {...fieldProps('roleid')}
      >
        <option value="" disabled>
          Select a role
        </option>
        {roles.data?.map(({ roleid, rolename }) => (
          <option key={roleid} value={roleid}>
            {rolename}
          </option>
        ))}
      </SelectField>
    </>
  )
}
