import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import type { Job } from '@/api/types'
import { ClearFilters } from '@/lib/ClearFilters'
import { jobTitle } from '@/lib/jobTitle'
import { PagedTable } from '@/lib/PagedTable'
import { useListState } from '@/lib/useListState'
import { Card } from '@/ui/Card'
import { DropdownMenu } from '@/ui/DropdownMenu'
import { EmptyState } from '@/ui/EmptyState'
import { Icon } from '@/ui/Icon'
import { PageHead } from '@/ui/PageHead'
import { jobList } from './queries'
import { TaskDialog } from './TaskDialog'
import { statusesIn, TaskFilters, taskFilterNames } from './TaskFilters'
import { useTaskActions } from './useTaskActions'
import { useTaskColumns } from './useTaskColumns'
import './jobs.css'

// The list has one order: newest first.
const listDefaults = { sortKeys: ['createdOn'], sort: { key: 'createdOn', order: 'desc' } } as const

export function TasksPage() {
  const { t } = useTranslation()
  const list = useListState(listDefaults, useMe().user.preferences.pageSize)
  const statuses = statusesIn(list.filter('status'))
  const jobs = useQuery(
    jobList({
      ...list.pageRequest,
      keyword: list.filter('keyword') || undefined,
      kind: list.filter('kind') || undefined,
      status: statuses.length > 0 ? statuses : undefined,
      mine: list.filter('mine') === 'yes' || undefined,
      unnotified: list.filter('unseen') === 'yes' || undefined,
    }),
  )
  const columns = useTaskColumns(({ id }) => list.setOpen('job', id))
  const actions = useTaskActions()
  const filtered = taskFilterNames.some((name) => list.filter(name) !== '')
  const opened = list.filter('job')

  return (
    <>
      <PageHead title={t('jobs.title')} purpose={t('jobs.purpose')} />
      <Card flush>
        <TaskFilters list={list} />
        <PagedTable
          list={list}
          query={jobs}
          failedTitle={t('jobs.listFailed')}
          caption={t('jobs.title')}
          columns={columns}
          rowKey={(job) => job.id}
          actionsHeader={t('jobs.actions')}
          rowActions={(job) => (
            <TaskMenu job={job} actions={actions} onOpen={() => list.setOpen('job', job.id)} />
          )}
          empty={
            <EmptyState
              icon="task"
              title={filtered ? t('jobs.noMatchTitle') : t('jobs.emptyTitle')}
              text={filtered ? t('jobs.noMatchText') : t('jobs.emptyText')}
              action={
                filtered && (
                  <ClearFilters onClear={() => list.clearFilters(taskFilterNames)}>
                    {t('jobs.clearFilters')}
                  </ClearFilters>
                )
              }
            />
          }
        />
      </Card>
      {opened !== '' && <TaskDialog key={opened} id={opened} onClose={() => list.setOpen('job', '')} />}
    </>
  )
}

interface TaskMenuProps {
  job: Job
  actions: ReturnType<typeof useTaskActions>
  onOpen: () => void
}

function TaskMenu({ job, actions, onOpen }: TaskMenuProps) {
  const { t } = useTranslation()
  return (
    <DropdownMenu
      label={t('jobs.actionsOf', { job: jobTitle(t, job.jobName), folder: job.folder })}
      trigger={<Icon name="more" />}
      buttonClassName="btn af-btn-ghost af-btn-icon"
      items={[
        { kind: 'action', label: t('jobs.action.details'), icon: 'info', onSelect: onOpen },
        ...actions(job),
      ]}
    />
  )
}
