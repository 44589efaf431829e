import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Package } from '@/api/types'
import { href, paths } from '@/lib/paths'
import { DropdownMenu } from '@/ui/DropdownMenu'
import { Icon } from '@/ui/Icon'
import { DeletePackageDialog } from './DeletePackageDialog'
import { usePackageActions } from './usePackageActions'

export function PackageMenu({ pack }: { pack: Package }) {
  const { t } = useTranslation()
  const [deleting, setDeleting] = useState(false)
  const actions = usePackageActions(pack)
  return (
    <>
      <DropdownMenu
        label={t('imports.actionsOf', { name: pack.fileName })}
        trigger={<Icon name="more" />}
        buttonClassName="btn af-btn-ghost af-btn-icon"
        items={[
          {
            kind: 'link',
            label: t('imports.action.board'),
            icon: 'list',
            href: href(paths.import({ package: pack.id })),
          },
          {
            kind: 'action',
            label: t('imports.action.import'),
            icon: 'import',
            disabledReason: actions.importClosed,
            onSelect: actions.openImporter,
          },
          {
            kind: 'action',
            label: t('imports.action.check'),
            icon: 'retry',
            disabledReason: actions.changeClosed,
            onSelect: actions.check,
          },
          {
            kind: 'action',
            label: t('imports.action.delete'),
            icon: 'trash',
            disabledReason: actions.changeClosed,
            onSelect: () => setDeleting(true),
          },
        ]}
      />
      {deleting && <DeletePackageDialog pack={pack} onClose={() => setDeleting(false)} />}
    </>
  )
}
