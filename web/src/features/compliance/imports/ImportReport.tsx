import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { deleteRegulationImport, regulationImportQuery } from '@/api/regulations'
import type { RegulationImport } from '@/api/types'
import { formatDate, formatNumber } from '@/lib/format'
import { usePageName } from '@/lib/pageName'
import { href, paths } from '@/lib/paths'
import { QueryFrame } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { DescriptionList } from '@/ui/DescriptionList'
import { Icon } from '@/ui/Icon'
import { LinkButton } from '@/ui/LinkButton'
import { Notice } from '@/ui/Notice'
import { PageHead } from '@/ui/PageHead'
import { showToast } from '@/ui/toasts'
import { CategoriesCard } from './CategoriesCard'
import { ChangesCard } from './ChangesCard'
import { CheckDialog } from './CheckDialog'
import { FindingsCard } from './FindingsCard'
import { ImportStateChip } from './ImportStateChip'
import { TakeoverDialog } from './TakeoverDialog'

/** One file of a regulation: what was found in it, and what it changes. */
export function ImportReport({ id }: { id: string }) {
  const { t } = useTranslation()
  const query = useQuery(regulationImportQuery(id))
  return (
    <>
      <p>
        <a href={href(paths.complianceImport())}>
          <Icon name="back" size="sm" /> {t('regulations.title')}
        </a>
      </p>
      <QueryFrame query={query} failedTitle={t('regulations.fileFailed')} keepsData>
        {(opened) => <Report key={opened.jobId} opened={opened} />}
      </QueryFrame>
    </>
  )
}

function Report({ opened }: { opened: RegulationImport }) {
  const { t } = useTranslation()
  usePageName(opened.fileName)
  // Codes of new requirements that are the old ones that they resemble; another check begins without any.
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set())
  const format = opened.format && t(`regulations.format.${opened.format}`)
  const target = opened.collectionName || t('regulations.newCollection')
  return (
    <>
      <PageHead
        title={opened.fileName}
        purpose={[format, target].filter((fact) => fact !== '').join(' · ')}
        extra={<ImportStateChip state={opened.state} />}
        actions={<ReportActions opened={opened} confirmed={confirmed} />}
      />
      <div className="cpl-stack">
        <StateNotice state={opened.state} />
        <HeadCard opened={opened} />
        {opened.findings.length > 0 && <FindingsCard findings={opened.findings} />}
        {opened.categoryChanges.length > 0 && <CategoriesCard changes={opened.categoryChanges} />}
        {['ready', 'unchanged', 'taken'].includes(opened.state) && (
          <ChangesCard opened={opened} confirmed={confirmed} onConfirm={setConfirmed} />
        )}
      </div>
    </>
  )
}

const told = { waiting: 'info', blocked: 'danger', unchanged: 'info', failed: 'danger' } as const

function StateNotice({ state }: { state: string }) {
  const { t } = useTranslation()
  const known = (['waiting', 'blocked', 'unchanged', 'failed'] as const).find((each) => each === state)
  if (!known) return null
  return (
    <Notice tone={told[known]} title={t(`regulations.told.${known}`)}>
      {t(`regulations.toldText.${known}`)}
    </Notice>
  )
}

function HeadCard({ opened }: { opened: RegulationImport }) {
  const { t } = useTranslation()
  const { head } = opened
  const facts = [
    { term: t('compliance.form.name'), value: head.policyCollectionName },
    { term: t('compliance.form.originator'), value: head.policyOriginator },
    {
      term: t('compliance.form.type'),
      value: head.complianceType && t(`compliance.type.${head.complianceType}`),
    },
    { term: t('compliance.form.version'), value: head.collectionVersion },
    {
      term: t('compliance.form.effectiveDate'),
      value: head.effectiveDate ? formatDate(head.effectiveDate) : '',
    },
    { term: t('compliance.form.source'), value: head.sourceReference },
    { term: t('regulations.items'), value: formatNumber(head.items) },
    { term: t('regulations.clauses'), value: formatNumber(head.clauses) },
    { term: t('regulations.categories'), value: formatNumber(head.categories) },
  ]
  if (opened.state === 'waiting' || opened.state === 'failed') return null
  return (
    <Card title={t('regulations.head')}>
      <DescriptionList columns={2} items={facts.filter(({ value }) => value !== '')} />
    </Card>
  )
}

interface ReportActionsProps {
  opened: RegulationImport
  confirmed: ReadonlySet<string>
}

function ReportActions({ opened, confirmed }: ReportActionsProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [open, setOpen] = useState<'check' | 'takeover' | 'delete'>()
  const close = () => setOpen(undefined)
  const remove = useMutation({
    mutationFn: () => deleteRegulationImport(opened.id),
    onSuccess: async () => {
      showToast({ tone: 'success', text: t('compliance.done') })
      await navigate(paths.complianceImport(), { replace: true })
    },
  })
  const { state, collectionId } = opened
  const waiting = state === 'waiting' ? t('regulations.waiting') : undefined
  return (
    <>
      {state !== 'taken' && (
        <Button icon="retry" disabledReason={waiting} onClick={() => setOpen('check')}>
          {t('regulations.checkAgain')}
        </Button>
      )}
      <Button icon="trash" disabledReason={waiting} onClick={() => setOpen('delete')}>
        {t('regulations.delete.action')}
      </Button>
      {state === 'ready' && (
        <Button variant="primary" icon="import" onClick={() => setOpen('takeover')}>
          {t('regulations.takeover.action')}
        </Button>
      )}
      {state === 'taken' && collectionId && (
        <LinkButton variant="primary" icon="compliance" href={href(paths.compliance(collectionId))}>
          {t('regulations.openCollection')}
        </LinkButton>
      )}
      {open === 'check' && <CheckDialog opened={opened} onClose={close} />}
      {open === 'takeover' && <TakeoverDialog opened={opened} confirmed={confirmed} onClose={close} />}
      {open === 'delete' && (
        <ConfirmDialog
          title={t('regulations.delete.title')}
          confirmText={t('regulations.delete.confirm')}
          busyText={t('regulations.delete.busy')}
          busy={remove.isPending}
          problem={remove.error?.message}
          danger
          onConfirm={() => remove.mutate()}
          onClose={close}
        >
          {t('regulations.delete.text', { name: opened.fileName })}
        </ConfirmDialog>
      )}
    </>
  )
}
