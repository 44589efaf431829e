import { useTranslation } from 'react-i18next'
import type { Role } from '@/api/types'
import { RadioGroup } from '@/ui/RadioGroup'
import { roles } from './queries'

interface RoleFieldProps {
  value: Role
  onChange: (role: Role) => void
  error?: string
}

/** The roles with what each may do, since the choice decides about rights. */
export function RoleField({ value, onChange, error }: RoleFieldProps) {
  const { t } = useTranslation()
  return (
    <RadioGroup
      legend={t('admin.users.role')}
      options={roles.map((role) => ({
        value: role,
        label: t(`admin.role.${role}`),
        hint: t(`admin.roleHint.${role}`),
      }))}
      value={value}
      onChange={(chosen) => {
        const role = roles.find((each) => each === chosen)
        if (role) onChange(role)
      }}
      error={error}
    />
  )
}
