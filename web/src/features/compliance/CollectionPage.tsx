import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import {
  complianceDashboardQuery,
  complianceQuery,
  deleteCompliance,
  refreshWithoutCollection,
} from '@/api/compliance'
import { policyViewCalls } from '@/api/policyViews'
import { useMe } from '@/api/queries'
import type { Compliance } from '@/api/types'
import { can } from '@/lib/can'
import { usePageName } from '@/lib/pageName'
import { href, paths } from '@/lib/paths'
import { QueryFrame } from '@/lib/QueryFrame'
import { useListState } from '@/lib/useListState'
import { SavedViewsDialog } from '@/lib/views/SavedViewsDialog'
import { Button } from '@/ui/Button'
import { DropdownMenu } from '@/ui/DropdownMenu'
import { EmptyState } from '@/ui/EmptyState'
import { Icon } from '@/ui/Icon'
import { PageHead } from '@/ui/PageHead'
import { CategoriesCard } from './CategoriesCard'
import { CollectionExport } from './CollectionExport'
import { CleanDialog } from './dialogs/CleanDialog'
import { CollectionDialog } from './dialogs/CollectionDialog'
import { CollectionReportDialog } from './dialogs/CollectionReportDialog'
import { DeleteDialog } from './dialogs/DeleteDialog'
import { ItemDialog } from './dialogs/ItemDialog'
import { FigureCharts, FigureTiles } from './FiguresPart'
import { ItemPage } from './ItemPage'
import { ItemsCard } from './ItemsCard'
import { itemListDefaults, viewOf } from './itemList'
import { PacksCard } from './PacksCard'
import { showList } from './showList'
import './compliance.css'

/** One collection: its categories and requirements, or one requirement. */
export function CollectionPage() {
  const { t } = useTranslation()
  const { policy = '' } = useParams()
  const query = useQuery(complianceQuery())
  return (
    <QueryFrame query={query} failedTitle={t('compliance.failed')} keepsData>
      {(collections) => {
        const found = collections.find(({ id }) => id === policy)
        return found ? <Collection key={policy} collection={found} /> : <MissingCollection />
      }}
    </QueryFrame>
  )
}

function MissingCollection() {
  const { t } = useTranslation()
  return (
    <>
      <PageHead title={t('compliance.title')} purpose={t('compliance.purpose')} />
      <EmptyState icon="missing" title={t('compliance.missing')} text={t('compliance.missingText')} />
    </>
  )
}

type OpenDialog = 'update' | 'delete' | 'newItem' | 'clean' | 'views' | 'report'

function Collection({ collection }: { collection: Compliance }) {
  const { t } = useTranslation()
  usePageName(collection.policyCollectionName)
  const list = useListState(itemListDefaults, useMe().user.preferences.pageSize)
  const item = list.filter('item')
  const figures = useQuery({ ...complianceDashboardQuery(collection.id), enabled: item === '' })
  const listed = useRef<HTMLDivElement>(null)
  const follow = () => showList(listed.current)
  if (item !== '') return <ItemPage key={item} id={item} collection={collection} />
  const { policyOriginator, complianceType, collectionVersion } = collection
  const facts = [policyOriginator, t(`compliance.type.${complianceType}`), collectionVersion]
  return (
    <>
      <PageHead
        title={collection.policyCollectionName}
        purpose={facts.filter((fact) => fact !== '').join(' · ')}
        actions={
          <CollectionActions
            collection={collection}
            parentPath={list.filter('category')}
            view={viewOf(list)}
          />
        }
      />
      <div className="cpl-stack">
        <QueryFrame query={figures} failedTitle={t('compliance.overview.failed')} keepsData>
          {(loaded) => <FigureTiles figures={loaded} collection={collection.id} onFollow={follow} />}
        </QueryFrame>
        <div className="cpl-columns">
          <CategoriesCard
            collection={collection}
            selected={list.filter('category')}
            onSelect={(path) => list.setFilter('category', path)}
          />
          <ItemsCard list={list} collection={collection.id} frameRef={listed} />
        </div>
        {figures.data && <FigureCharts figures={figures.data} collection={collection.id} onFollow={follow} />}
        <PacksCard collection={collection.id} />
      </div>
    </>
  )
}

interface CollectionActionsProps {
  collection: Compliance
  /** The selected category, in which a new requirement is created; '' for none. */
  parentPath: string
  /** The query string of the list as it is filtered and sorted now. */
  view: string
}

function CollectionActions({ collection, parentPath, view }: CollectionActionsProps) {
  const { t } = useTranslation()
  const me = useMe()
  const navigate = useNavigate()
  const [open, setOpen] = useState<OpenDialog>()
  const close = () => setOpen(undefined)
  const editing = [
    {
      kind: 'link',
      label: t('regulations.newVersion'),
      icon: 'import',
      href: href(paths.complianceImport({ collection: collection.id })),
    },
    {
      kind: 'action',
      label: t('compliance.clean.open'),
      icon: 'unlinked',
      onSelect: () => setOpen('clean'),
    },
  ] as const
  const remove = async (opened: Compliance) => {
    await deleteCompliance(opened)
    await navigate(paths.dashboard(), { replace: true })
    refreshWithoutCollection(opened.id)
  }
  return (
    <>
      <CollectionExport collection={collection} />
      <Button icon="spreadsheet" onClick={() => setOpen('report')}>
        {t('compliance.report.open')}
      </Button>
      <Button icon="bookmark" onClick={() => setOpen('views')}>
        {t('views.open')}
      </Button>
      <DropdownMenu
        label={t('compliance.moreActions')}
        trigger={
          <>
            <Icon name="more" />
            {t('compliance.moreActions')}
          </>
        }
        buttonClassName="btn af-btn-secondary"
        items={[
          {
            kind: 'link',
            label: t('mappings.title'),
            icon: 'link',
            href: href(paths.complianceMappings({ collection: collection.id })),
          },
          ...(can.editCompliance(me) ? editing : []),
        ]}
      />
      {can.editCompliance(me) && (
        <>
          <Button icon="edit" onClick={() => setOpen('update')}>
            {t('compliance.update')}
          </Button>
          <Button variant="primary" icon="add" onClick={() => setOpen('newItem')}>
            {t('compliance.newItem')}
          </Button>
        </>
      )}
      {can.deleteDatabase(me) && (
        <Button variant="danger" icon="trash" onClick={() => setOpen('delete')}>
          {t('compliance.delete.action')}
        </Button>
      )}
      {open === 'views' && (
        <SavedViewsDialog
          calls={policyViewCalls(collection.id)}
          account={me.user.account}
          query={view}
          onOpen={(query) => {
            close()
            void navigate(paths.complianceView(collection.id, query))
          }}
          onClose={close}
        />
      )}
      {open === 'report' && <CollectionReportDialog collection={collection} view={view} onClose={close} />}
      {open === 'update' && <CollectionDialog collection={collection} onClose={close} />}
      {open === 'newItem' && <ItemDialog parentPath={parentPath || collection.path} onClose={close} />}
      {open === 'clean' && <CleanDialog path={collection.path} onClose={close} />}
      {open === 'delete' && (
        <DeleteDialog
          kind="collection"
          name={collection.policyCollectionName}
          subject={collection}
          remove={remove}
          onClose={close}
        />
      )}
    </>
  )
}
