import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { itemGuardQuery } from '@/api/melGuard'
import type { DispatchOverride, File, GuardedItem } from '@/api/types'
import { formatDateTime } from '@/lib/format'
import { isMelItem } from '@/lib/library/melItem'
import { objectHref } from '@/lib/library/objects'
import { QueryFrame } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { Notice } from '@/ui/Notice'
import { OverrideDialog } from './OverrideDialog'

/** What the working version of a MEL item allows beyond the MMEL; nothing for other modules and versions. */
export function MelGuardCard({ file }: { file: File }) {
  const { t } = useTranslation()
  const guard = useQuery({ ...itemGuardQuery(file.path), enabled: isMelItem(file) })
  const [overriding, setOverriding] = useState(false)
  if (!isMelItem(file)) return null
  return (
    <Card title={t('library.mel.title')}>
      <QueryFrame query={guard} failedTitle={t('library.mel.failed')}>
        {({ item, overrides, mayOverride }) => {
          if (!item) return <Notice tone="info" title={t('library.mel.noMaster')} />
          if (item.version !== file.versionId) return <p>{t('library.mel.otherVersion')}</p>
          const earlier = overrides.filter(
            ({ version, masterVersion }) => version !== item.version || masterVersion !== item.masterVersion,
          )
          return (
            <>
              <Verdict item={item} />
              {item.isBlocked && (
                <Button
                  size="sm"
                  icon="warning"
                  disabledReason={mayOverride ? undefined : t('library.mel.mayNot')}
                  onClick={() => setOverriding(true)}
                >
                  {t('library.mel.override')}
                </Button>
              )}
              {item.masterPath && (
                <p>
                  <a href={objectHref(item.masterPath, { v: item.masterVersion })}>
                    {t('library.mel.openMaster')}
                  </a>
                </p>
              )}
              {earlier.length > 0 && <Earlier overrides={earlier} />}
              {overriding && <OverrideDialog file={file} item={item} onClose={() => setOverriding(false)} />}
            </>
          )
        }}
      </QueryFrame>
    </Card>
  )
}

function Verdict({ item: { excesses, overridden } }: { item: GuardedItem }) {
  const { t } = useTranslation()
  if (excesses.length === 0) return <Notice tone="success" title={t('library.mel.restrictive')} />
  return (
    <Notice tone={overridden ? 'warning' : 'danger'} title={t('forms.item.lessRestrictive')}>
      <ul>
        {excesses.map(({ label, code, value }) => (
          <li key={`${label} ${code} ${value}`}>{t(`forms.itemWarning.${code}`, { label, value })}</li>
        ))}
      </ul>
      {overridden ? <OverrideText given={overridden} /> : t('library.mel.blocked')}
    </Notice>
  )
}

function OverrideText({ given: { approvedBy, approvedOn, reason } }: { given: DispatchOverride }) {
  const { t } = useTranslation()
  return (
    <span>{t('library.mel.overridden', { by: approvedBy, on: formatDateTime(approvedOn), reason })}</span>
  )
}

function Earlier({ overrides }: { overrides: readonly DispatchOverride[] }) {
  const { t } = useTranslation()
  return (
    <>
      <p className="af-hint">{t('library.mel.earlier')}</p>
      <ul className="af-hint">
        {overrides.map((given) => (
          <li key={`${given.version} ${given.masterVersion}`}>
            <OverrideText given={given} />
          </li>
        ))}
      </ul>
    </>
  )
}
