import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { policyOwnersQuery } from '@/api/compliance'
import { useMe } from '@/api/queries'
import type { ListedPolicyItem } from '@/api/types'
import { can } from '@/lib/can'
import { usePaused } from '@/lib/usePaused'
import { useTypedFilter } from '@/lib/useTypedFilter'
import { ListField } from './dialogs/ListField'
import type { ItemList } from './itemList'

interface OwnerFilterProps {
  list: ItemList
  listed: readonly ListedPolicyItem[]
}

const pauseMs = 250

/** The account whose requirements are listed. */
export function OwnerFilter({ list, listed }: OwnerFilterProps) {
  const { t } = useTranslation()
  const mayEdit = can.editCompliance(useMe())
  const account = useTypedFilter(list.filter('owner'), (text) => list.setFilter('owner', text.trim()))
  const text = usePaused(account.text.trim(), pauseMs)
  const people = useQuery({ ...policyOwnersQuery(text), enabled: mayEdit }).data ?? []
  // Only those who edit may ask for people; others are offered the owners in the list.
  const owners = [...people, ...listed.flatMap(({ owner }) => owner ?? [])]
  const names = new Map(owners.map((owner) => [owner.account, owner.name || owner.account]))
  return (
    <ListField
      label={t('compliance.column.owner')}
      labelHidden
      placeholder={t('compliance.filter.owner')}
      value={account.text}
      onChange={(event) => account.type(event.target.value)}
      options={[...names].map(([value, label]) => ({ value, label }))}
    />
  )
}
