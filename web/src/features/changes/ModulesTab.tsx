import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { removeRequestModule } from '@/api/changeRequests'
import { checkOut, useHolderOf } from '@/api/editing'
import { useMe } from '@/api/queries'
import type { OpenChangeRequest, RequestModule } from '@/api/types'
import { holderText } from '@/lib/editing/editEntries'
import { issueOrDate } from '@/lib/library/issue'
import { keyOf, objectHref } from '@/lib/library/objects'
import { href, paths } from '@/lib/paths'
import { showProblem } from '@/lib/showProblem'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { Chip } from '@/ui/Chip'
import { EmptyState } from '@/ui/EmptyState'
import { LinkButton } from '@/ui/LinkButton'
import { type Column, Table } from '@/ui/Table'
import { AddModuleDialog } from './AddModuleDialog'
import { SetAsideDialog } from './SetAsideDialog'

/** The modules of a change request, with the state of the work on each. */
export function ModulesTab({ open }: { open: OpenChangeRequest }) {
  const { t } = useTranslation()
  const [isAdding, setAdding] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const { account } = useMe().user
  const { request, modules, abilities } = open
  const mayWork = abilities.mayPlan && request.status === 'In Progress'
  const hasWork = modules.some(({ newest, hasDraft }) => newest !== undefined || hasDraft)
  const maySetAside = abilities.mayPlan && ['In Progress', 'Pending'].includes(request.status) && hasWork
  const remove = useMutation({
    mutationFn: (path: string) => removeRequestModule(request.id, path),
    onError: showProblem,
  })
  const take = useMutation({ mutationFn: (path: string) => checkOut(path), onError: showProblem })
  const columns: Column<RequestModule>[] = [
    {
      key: 'module',
      header: t('changeRequests.checks.module'),
      cell: ({ path, title }) => (
        <>
          <a className="crq-link" href={objectHref(path)}>
            {title || keyOf(path)}
          </a>
          <span className="af-hint d-block mt-0">{keyOf(path)}</span>
        </>
      ),
    },
    {
      key: 'issue',
      header: t('library.column.issue'),
      hideBelow: 'md',
      cell: (module) => <span className="text-nowrap">{issueOrDate(module)}</span>,
    },
    {
      key: 'state',
      header: t('changeRequests.modules.state'),
      cell: (module) => <ModuleState module={module} />,
    },
  ]
  return (
    <Card
      flush
      title={t('changeRequests.tab.modules')}
      actions={
        <>
          {maySetAside && (
            <Button size="sm" icon="clock" onClick={() => setAsking(true)}>
              {t('changeRequests.aside.action')}
            </Button>
          )}
          {mayWork && (
            <Button size="sm" icon="add" onClick={() => setAdding(true)}>
              {t('changeRequests.modules.add')}
            </Button>
          )}
        </>
      }
    >
      <Table
        caption={t('changeRequests.tab.modules')}
        columns={columns}
        rows={modules}
        rowKey={({ path }) => path}
        actionsHeader={t('library.column.actions')}
        rowActions={({ path, holder, newest, isDeleted, isAway }) =>
          mayWork && (
            <span className="d-inline-flex flex-wrap gap-2">
              {holder === account && (
                <LinkButton size="sm" icon="edit" href={href(paths.editor(path))}>
                  {t('changeRequests.modules.edit')}
                </LinkButton>
              )}
              {holder === undefined && !isDeleted && (
                <Button
                  size="sm"
                  icon="checkOut"
                  busy={take.isPending && take.variables === path}
                  onClick={() => take.mutate(path)}
                >
                  {t('changeRequests.modules.checkOut')}
                </Button>
              )}
              {(newest === undefined || isAway) && (
                <Button
                  size="sm"
                  icon="close"
                  busy={remove.isPending && remove.variables === path}
                  onClick={() => remove.mutate(path)}
                >
                  {t('changeRequests.modules.remove')}
                </Button>
              )}
            </span>
          )
        }
        empty={
          <EmptyState
            icon="file"
            title={t('changeRequests.modules.none')}
            text={t(mayWork ? 'changeRequests.modules.noneText' : 'changeRequests.modules.noneYet')}
          />
        }
      />
      {isAdding && <AddModuleDialog open={open} onClose={() => setAdding(false)} />}
      {isAsking && <SetAsideDialog open={open} onClose={() => setAsking(false)} />}
    </Card>
  )
}

function ModuleState({ module }: { module: RequestModule }) {
  const { base, newest, holder, hasDraft, isDeleted, isAway } = module
  const { t } = useTranslation()
  const held = useHolderOf()(module.path)
  return (
    <span className="d-inline-flex flex-wrap gap-2">
      {newest === undefined && !isDeleted && (
        <Chip tone="neutral" icon="file">
          {t('changeRequests.modules.unchanged')}
        </Chip>
      )}
      {newest !== undefined && (
        <Chip tone="warning" icon="edit">
          {t(`changeRequests.modules.${base === undefined ? 'new' : 'changed'}`)}
        </Chip>
      )}
      {isAway && (
        <Chip tone="warning" icon="clock">
          {t('changeRequests.modules.away')}
        </Chip>
      )}
      {isDeleted && (
        <Chip tone="danger" icon="trash">
          {t('changeRequests.modules.deleted')}
        </Chip>
      )}
      {holder !== undefined && (
        <Chip tone="info" icon="checkOut">
          {held ? holderText(held, t) : t('changeRequests.modules.heldBy', { account: holder })}
        </Chip>
      )}
      {hasDraft && (
        <Chip tone="accent" icon="edit">
          {t('changeRequests.modules.draft')}
        </Chip>
      )}
    </span>
  )
}
