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
import { LinkButton } from '@/ui/LinkButton'
import { Notice } from '@/ui/Notice'
import { ExcessList } from './ExcessList'
import { OverrideDialog } from './OverrideDialog'

/**
 * Points that the working version of a MEL item allows beyond the MMEL; nothing for other modules and versions. A module whose
 * MMEL counterpart is an item is guarded too.
 */
export function MelGuardCard({ file }: { file: File }) {
  const { t } = useTranslation()
  const isOurs = file.kind === 'dm' && file.origin !== 'oem'
  const guard = useQuery({ ...itemGuardQuery(file.path), enabled: isMelItem(file) || isOurs })
  // The item that the approver has read: a newer MMEL must not slip under the open dialog.
  const [overriding, setOverriding] = useState<GuardedItem>()
  if (!isMelItem(file) && !guard.data?.item) return null
  return (
    <Card title={t('library.mel.title')}>
      <QueryFrame query={guard} failedTitle={t('library.mel.failed')}>
        {({ item, overrides, mayOverride }) => {
          if (!item) return <Notice tone="info" title={t('library.mel.noItem')} />
          if (item.version !== file.versionId) return <p>{t('library.mel.otherVersion')}</p>
          const { overridden } = item
          const earlier = overrides.filter(
            ({ version, approvedOn }) =>
              version !== overridden?.version || approvedOn !== overridden.approvedOn,
          )
          return (
            <div className="d-flex flex-column align-items-start gap-2">
              <Verdict item={item} />
              {item.isBlocked && (
                <Button
                  size="sm"
                  icon="warning"
                  disabledReason={mayOverride ? undefined : t('library.mel.mayNot')}
                  onClick={() => setOverriding(item)}
                >
                  {t('library.mel.override')}
                </Button>
              )}
              <MasterLinks masters={item.masters} />
              {earlier.length > 0 && <Earlier overrides={earlier} />}
            </div>
          )
        }}
      </QueryFrame>
      {overriding && (
        <OverrideDialog file={file} item={overriding} onClose={() => setOverriding(undefined)} />
      )}
    </Card>
  )
}

function Verdict({ item: { excesses, overridden } }: { item: GuardedItem }) {
  const { t } = useTranslation()
  if (excesses.length === 0) return <Notice tone="success" title={t('library.mel.restrictive')} />
  const isLess = excesses.some(({ lessRestrictive }) => lessRestrictive)
  const title = isLess ? t('forms.item.lessRestrictive') : t('library.mel.toBeJudged')
  return (
    <Notice tone={overridden ? 'warning' : 'danger'} title={title}>
      <ExcessList excesses={excesses} />
      {overridden ? <OverrideText given={overridden} /> : t('library.mel.blocked')}
    </Notice>
  )
}

function MasterLinks({ masters }: Pick<GuardedItem, 'masters'>) {
  const { t } = useTranslation()
  return masters.map(({ path, version, language }) => {
    const master = path && objectHref(path, { v: version })
    return (
      master && (
        <p key={version}>
          <LinkButton variant="link" href={master}>
            {masters.length > 1 ? t('library.mel.openMasterIn', { language }) : t('library.mel.openMaster')}
          </LinkButton>
        </p>
      )
    )
  })
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
          <li key={`${given.version} ${given.masterVersions.join(' ')}`}>
            <OverrideText given={given} />
          </li>
        ))}
      </ul>
    </>
  )
}
