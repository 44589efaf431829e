import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ForecastModule, RevisionDetail } from '@/api/types'
import { keyOf } from '@/lib/library/objects'
import { RowActions } from '@/ui/RowActions'
import { RestoreForecastDialog } from '../decisions/RestoreDialog'
import { whyNotDecide } from '../whyNot'

interface RestoreActionProps {
  revision: RevisionDetail
  module: ForecastModule
}

/** Brings one module of a confirmed revision back to its text before the confirmation. */
export function RestoreAction({ revision, module }: RestoreActionProps) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  if (!isForwarded(module)) return null
  const label = t('revisions.restore.one', { name: module.title || keyOf(module.path) })
  return (
    <>
      <RowActions
        label={label}
        actions={[
          {
            icon: 'restore',
            label,
            disabledReason: whyNotDecide(revision, t),
            onSelect: () => setAsked(true),
          },
        ]}
      />
      {isAsked && (
        <RestoreForecastDialog revision={revision} module={module} onClose={() => setAsked(false)} />
      )}
    </>
  )
}

/** The confirmation gave it another version, and it is not back at the one before. */
const isForwarded = ({ copyOf, oldVersion, newVersion, ourVersion }: ForecastModule) =>
  copyOf === undefined && oldVersion !== newVersion && ourVersion !== oldVersion
