import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Manual, ReferenceKind, References } from '@/api/types'
import { QueryFrame } from '@/lib/QueryFrame'
import { Card } from '@/ui/Card'
import { Chip } from '@/ui/Chip'
import { EmptyState } from '@/ui/EmptyState'
import { type Column, Table } from '@/ui/Table'
import { ModuleName } from '../ModuleName'
import { MoreSources } from '../MoreSources'
import { UseName } from '../UseName'
import { useManualLinks } from '../useManualLinks'

interface ReferenceTableProps {
  manual: Manual
  query: UseQueryResult<References>
}

/** The references of a module; those without a target in the library are marked. */
export function ReferencesTable({ manual, query }: ReferenceTableProps) {
  const { t } = useTranslation()
  const columns: Column<References['references'][number]>[] = [
    {
      key: 'target',
      header: t('library.reference.target'),
      cell: ({ key, title, path }) => <ObjectLink manual={manual} code={key} title={title} path={path} />,
    },
    {
      key: 'kind',
      header: t('library.reference.kind'),
      hideBelow: 'md',
      cell: ({ kind }) => <Kind kind={kind} />,
    },
    {
      key: 'state',
      header: t('library.reference.state'),
      cell: ({ resolved, external }) => <ReferenceState resolved={resolved} external={external} />,
    },
    {
      key: 'line',
      header: t('library.reference.line'),
      align: 'end',
      hideBelow: 'lg',
      cell: ({ line }) => line,
    },
  ]
  return (
    <ReferenceFrame query={query}>
      <Table
        caption={t('library.module.part.references')}
        columns={columns}
        rows={query.data?.references}
        rowKey={({ kind, key }) => `${kind} ${key}`}
        empty={<EmptyState icon="link" title={t('library.reference.none')} />}
      />
    </ReferenceFrame>
  )
}

/** The objects that refer to the module. */
export function ReferencedByTable({ manual, query }: ReferenceTableProps) {
  const { t } = useTranslation()
  const columns: Column<References['referencedBy'][number]>[] = [
    {
      key: 'source',
      header: t('library.reference.source'),
      cell: ({ waits, ...source }) =>
        waits ? (
          <UseName {...source} waits />
        ) : (
          <ObjectLink manual={manual} code={source.code} title={source.title} path={source.path} />
        ),
    },
    { key: 'kind', header: t('library.reference.kind'), cell: ({ kind }) => <Kind kind={kind} /> },
  ]
  return (
    <ReferenceFrame query={query}>
      <Table
        caption={t('library.module.part.referencedBy')}
        columns={columns}
        rows={query.data?.referencedBy}
        rowKey={({ kind, path }) => `${kind} ${path}`}
        empty={<EmptyState icon="linkedBy" title={t('library.reference.noSource')} />}
      />
      {query.data && (
        <MoreSources shown={query.data.referencedBy.length} total={query.data.referencedByTotal} />
      )}
    </ReferenceFrame>
  )
}

function ReferenceFrame({ query, children }: { query: UseQueryResult<References>; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Card flush>
      <QueryFrame query={query} failedTitle={t('library.reference.failed')}>
        {children}
      </QueryFrame>
    </Card>
  )
}

interface ObjectLinkProps {
  manual: Manual
  code: string
  title: string | null | undefined
  path: string | null | undefined
}

/** Leads to the page of an object, or to the picture among the media; what is not in the library is only named. */
function ObjectLink({ manual, code, title, path }: ObjectLinkProps) {
  const links = useManualLinks(manual)
  return <ModuleName title={title ?? ''} code={code} href={path ? links.object(path) : undefined} />
}

function Kind({ kind }: { kind: ReferenceKind }) {
  const { t } = useTranslation()
  return t(`library.reference.kinds.${kind}`)
}

function ReferenceState({ resolved, external }: { resolved: boolean; external: boolean }) {
  const { t } = useTranslation()
  if (external) {
    return (
      <Chip tone="neutral" icon="external">
        {t('library.reference.external')}
      </Chip>
    )
  }
  return resolved ? (
    <Chip tone="success" icon="success">
      {t('library.reference.resolved')}
    </Chip>
  ) : (
    <Chip tone="warning" icon="warning">
      {t('library.reference.dangling')}
    </Chip>
  )
}
