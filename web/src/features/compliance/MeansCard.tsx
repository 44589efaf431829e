import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { setPolicyMeans } from '@/api/compliance'
import type { OpenPolicyItem, PolicyMeans } from '@/api/types'
import { formatDate } from '@/lib/format'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { Chip } from '@/ui/Chip'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { IconButton } from '@/ui/IconButton'
import { showToast } from '@/ui/toasts'
import { MeansDialog } from './dialogs/MeansDialog'
import { meansWithout } from './dialogs/meansForm'
import { SignAgainHint } from './SignAgainHint'

/** How a requirement is met: the regulation's own means, alternative ones, exemptions and derogations. */
export function MeansCard({ item }: { item: OpenPolicyItem }) {
  const { t } = useTranslation()
  const [changed, setChanged] = useState<{ means?: PolicyMeans }>()
  const [removed, setRemoved] = useState<PolicyMeans>()
  const remove = useMutation({
    mutationFn: (means: PolicyMeans) => setPolicyMeans(item, meansWithout(item.means, means), ''),
    onSuccess: () => {
      showToast({ tone: 'success', text: t('compliance.done') })
      setRemoved(undefined)
    },
  })
  const { mayEdit } = item.abilities
  return (
    <Card title={t('compliance.means.title')}>
      {item.means.length === 0 && <p className="af-hint mt-0">{t('compliance.means.none')}</p>}
      <ul className="cpl-references" aria-label={t('compliance.means.title')}>
        {item.means.map((means) => (
          <li key={JSON.stringify(means)} className="cpl-reference">
            <div className="d-flex flex-wrap gap-2 align-items-center">
              <strong>{[t(`compliance.means.kind.${means.kind}`), means.reference].join(' ')}</strong>
              {means.state !== 'valid' && (
                <Chip tone={means.state === 'ended' ? 'danger' : 'neutral'} icon="clock">
                  {t(`compliance.means.state.${means.state}`)}
                </Chip>
              )}
              {mayEdit && (
                <>
                  <IconButton
                    icon="edit"
                    size="sm"
                    label={t('compliance.means.changeOne', { name: means.reference })}
                    onClick={() => setChanged({ means })}
                  />
                  <IconButton
                    icon="trash"
                    size="sm"
                    label={t('compliance.means.remove', { name: means.reference })}
                    onClick={() => {
                      remove.reset()
                      setRemoved(means)
                    }}
                  />
                </>
              )}
            </div>
            <MeansFacts means={means} />
          </li>
        ))}
      </ul>
      {mayEdit && (
        <Button size="sm" icon="add" onClick={() => setChanged({})}>
          {t('compliance.means.add')}
        </Button>
      )}
      {changed && <MeansDialog item={item} means={changed.means} onClose={() => setChanged(undefined)} />}
      {removed && (
        <ConfirmDialog
          title={t('compliance.means.remove', { name: removed.reference })}
          confirmText={t('compliance.delete.action')}
          busyText={t('compliance.delete.busy')}
          busy={remove.isPending}
          problem={remove.error?.message}
          danger
          onConfirm={() => remove.mutate(removed)}
          onClose={() => setRemoved(undefined)}
        >
          <p>{t('compliance.means.removeText')}</p>
          <SignAgainHint item={item} />
        </ConfirmDialog>
      )}
    </Card>
  )
}

function MeansFacts({ means }: { means: PolicyMeans }) {
  const { t } = useTranslation()
  const { authority, approvalReference, approvedDate, validFrom, validTo, remarks } = means
  const facts = [
    authority,
    approvalReference && t('compliance.means.approvedAs', { reference: approvalReference }),
    approvedDate && t('compliance.means.approvedOn', { date: formatDate(approvedDate) }),
    validFrom && t('compliance.means.from', { date: formatDate(validFrom) }),
    validTo && t('compliance.means.until', { date: formatDate(validTo) }),
  ].filter(Boolean)
  return (
    <>
      {facts.length > 0 && <small className="d-block">{facts.join(' · ')}</small>}
      {remarks !== '' && <p className="cpl-text mb-0">{remarks}</p>}
    </>
  )
}
