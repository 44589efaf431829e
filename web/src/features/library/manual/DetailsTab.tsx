import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type CheckInBlocks, profilesQuery, revisionsQuery, saveManualRules } from '@/api/library'
import { useMe } from '@/api/queries'
import type { Manual, OemRevision } from '@/api/types'
import { can } from '@/lib/can'
import { formatDate, formatDateTime, formatNumber } from '@/lib/format'
import { currentLanguage } from '@/lib/i18n'
import { attribute, attributes, displayName, isTrue } from '@/lib/library/folders'
import { href, paths } from '@/lib/paths'
import { QueryFrame } from '@/lib/QueryFrame'
import { languageName } from '@/lib/regions'
import { showProblem } from '@/lib/showProblem'
import { Card } from '@/ui/Card'
import { Chip } from '@/ui/Chip'
import { Code } from '@/ui/Code'
import { DescriptionList } from '@/ui/DescriptionList'
import { EmptyState } from '@/ui/EmptyState'
import { Switch } from '@/ui/Switch'
import { type Column, Table } from '@/ui/Table'
import { showToast } from '@/ui/toasts'
import { lanes } from '../lanes'
import { profileName } from '../profileName'
import { ProfilesCard } from '../profiles/ProfilesCard'
import { useManualLinks } from '../useManualLinks'

export function DetailsTab({ manual }: { manual: Manual }) {
  const { t } = useTranslation()
  return (
    <div className="d-grid gap-3">
      <Card title={t('library.details.manual')}>
        <Facts manual={manual} />
      </Card>
      <ProfilesCard manual={manual} />
      <Rules manual={manual} />
      <Revisions manual={manual} />
    </div>
  )
}

function Facts({ manual }: { manual: Manual }) {
  const { t } = useTranslation()
  const profiles = useQuery(profilesQuery(manual.path)).data
  const yesNo = (name: string) => t(isTrue(manual, name) ? 'library.form.yes' : 'library.form.no')
  const languages = attributes(manual, 'translationLanguages')
  const code = (name: string) => attribute(manual, name) !== '' && <Code>{attribute(manual, name)}</Code>
  return (
    <DescriptionList
      columns={2}
      items={[
        { term: t('library.details.path'), value: <Code>{manual.path}</Code> },
        { term: t('library.form.manualType'), value: attribute(manual, 'manualType') },
        {
          term: t('library.form.oem'),
          value: t(isTrue(manual, 'withOem') ? 'library.form.oemChoice.OEM' : 'library.form.oemChoice.noOem'),
        },
        { term: t('library.form.aircraftRelated'), value: yesNo('aircraftRelated') },
        { term: t('library.form.model'), value: code('modelIdentCode') || '–' },
        { term: t('library.form.approval'), value: yesNo('approvalRequired') },
        {
          term: t('library.form.languages'),
          value: languages.map((tag) => languageName(tag, currentLanguage())).join(', ') || '–',
        },
        { term: t('library.details.extensionProducer'), value: code('extensionProducer') || '–' },
        { term: t('library.details.extensionCode'), value: code('extensionCode') || '–' },
        { term: t('library.details.profiles'), value: profiles?.map(profileName).join(', ') },
        { term: t('library.column.modules'), value: formatNumber(manual.moduleCount) },
        { term: t('library.column.updatedOn'), value: formatDateTime(manual.updatedOn) },
      ]}
    />
  )
}

/** The rules that a check-in into the manual must satisfy; approvers change them. */
function Rules({ manual }: { manual: Manual }) {
  const { t } = useTranslation()
  const mayChange = can.approve(useMe(), manual.path)
  const blocks: CheckInBlocks = {
    schemaErrorsBlock: isTrue(manual, 'schemaErrorsBlock'),
    brexErrorsBlock: isTrue(manual, 'brexErrorsBlock'),
  }
  const save = useMutation({
    mutationFn: (changed: Partial<CheckInBlocks>) => saveManualRules(manual, { ...blocks, ...changed }),
    onError: showProblem,
    onSuccess: () => showToast({ tone: 'success', text: t('library.done') }),
  })
  return (
    <Card title={t('library.details.rules')}>
      <Switch
        label={t('library.form.schemaErrorsBlock')}
        hint={t('library.form.schemaErrorsBlockHint')}
        checked={blocks.schemaErrorsBlock}
        disabled={!mayChange || save.isPending}
        onChange={({ target }) => save.mutate({ schemaErrorsBlock: target.checked })}
      />
      <Switch
        label={t('library.form.brexErrorsBlock')}
        hint={t('library.form.brexErrorsBlockHint')}
        checked={blocks.brexErrorsBlock}
        disabled={!mayChange || save.isPending}
        onChange={({ target }) => save.mutate({ brexErrorsBlock: target.checked })}
      />
    </Card>
  )
}

/** The OEM's deliveries, with the lanes that read them. */
function Revisions({ manual }: { manual: Manual }) {
  const { t } = useTranslation()
  const links = useManualLinks(manual)
  const revisions = useQuery(revisionsQuery(manual.path))
  const columns: Column<OemRevision>[] = [
    {
      key: 'number',
      header: t('library.column.revision'),
      cell: ({ id, number }) => (
        <a href={links.at({ lane: undefined, revision: id, tab: 'modules' })}>
          {t('library.revision.number', { number })}
        </a>
      ),
    },
    { key: 'issue', header: t('library.column.issue'), cell: ({ issueNumber }) => issueNumber || '–' },
    {
      key: 'issueDate',
      header: t('library.column.issueDate'),
      cell: ({ issueDate }) => (issueDate ? formatDate(issueDate) : '–'),
    },
    {
      key: 'modules',
      header: t('library.column.modules'),
      align: 'end',
      cell: ({ moduleCount }) => formatNumber(moduleCount),
    },
    {
      key: 'createdOn',
      header: t('library.column.importedOn'),
      hideBelow: 'md',
      cell: ({ createdOn }) => formatDateTime(createdOn),
    },
    {
      key: 'decision',
      header: t('library.column.decision'),
      cell: ({ id, state }) => (
        <a href={href(paths.revision(id))}>
          <DecisionChip decision={state} />
        </a>
      ),
    },
    {
      key: 'lanes',
      header: t('library.reading.lanes'),
      hideBelow: 'md',
      cell: ({ id }) =>
        lanes
          .filter((lane) => manual.lanes[lane]?.id === id)
          .map((lane) => t(`library.lane.${lane}`))
          .join(', '),
    },
  ]
  return (
    <Card title={t('library.reading.revisions')} flush>
      <QueryFrame query={revisions} failedTitle={t('library.revisionsFailed')}>
        <Table
          caption={t('library.revision.list', { name: displayName(manual) })}
          columns={columns}
          rows={revisions.data}
          rowKey={({ id }) => id}
          empty={
            <EmptyState icon="inbox" title={t('library.noRevisions')} text={t('library.noRevisionsText')} />
          }
        />
      </QueryFrame>
    </Card>
  )
}

const looks = {
  waiting: { tone: 'warning', icon: 'clock' },
  confirmed: { tone: 'success', icon: 'success' },
  rejected: { tone: 'danger', icon: 'danger' },
  superseded: { tone: 'neutral', icon: 'disabled' },
} as const

function DecisionChip({ decision }: { decision: OemRevision['state'] }) {
  const { t } = useTranslation()
  return <Chip {...looks[decision]}>{t(`library.decision.${decision}`)}</Chip>
}
