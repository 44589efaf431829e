import { useTranslation } from 'react-i18next'
import type { EditingRules, Me } from '@/api/types'
import { openOverlay } from '@/lib/overlay'
import { DropdownMenu } from '@/ui/DropdownMenu'
import { Icon } from '@/ui/Icon'
import { IconButton } from '@/ui/IconButton'
import type { IconName } from '@/ui/icons'
import { type BulkChange, type BulkFile, type BulkOffer, bulkOffers } from './bulk'
import { openSteps, stepIcons } from './statusSteps'
import './bulkBar.css'

const icons: Record<BulkChange, IconName> = {
  checkout: 'checkOut',
  checkin: 'success',
  cancelCheckout: 'cancel',
  ...stepIcons,
}

interface BulkBarProps {
  me: Me
  rules: EditingRules | undefined
  /** The chosen files of the page. */
  files: readonly BulkFile[]
  onClear: () => void
}

/** The actions for the chosen files of a list. */
export function BulkBar({ me, rules, files, onClear }: BulkBarProps) {
  const { t } = useTranslation()
  const offers = bulkOffers(files, me, (file) => openSteps(file, me, rules))
  const count = t('editing.chosen', { count: files.length })
  const isEmpty = files.length === 0
  return (
    // A live region is announced only if it is there before its text.
    <div className={isEmpty ? undefined : 'af-bulk-bar'}>
      <span role="status">{!isEmpty && count}</span>
      {!isEmpty && (offers.length > 0 ? <BulkMenu offers={offers} /> : t('editing.bulk.none'))}
      {!isEmpty && <IconButton icon="close" label={t('editing.clearChoice')} onClick={onClear} />}
    </div>
  )
}

function BulkMenu({ offers }: { offers: readonly BulkOffer[] }) {
  const { t } = useTranslation()
  return (
    <DropdownMenu
      label={t('editing.bulk.menu')}
      trigger={
        <>
          {t('editing.bulk.menu')}
          <Icon name="chevronDown" size="sm" />
        </>
      }
      items={offers.map((offer) => ({
        kind: 'action',
        icon: icons[offer.change],
        label: t(`editing.bulk.${offer.change}`, { count: offer.files.length }),
        onSelect: () => openOverlay({ kind: 'bulkChange', ...offer }),
      }))}
      align="start"
      buttonClassName="btn af-btn-secondary"
    />
  )
}
