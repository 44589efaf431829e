import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import {
  type ContentsPlace,
  firstBelowQuery,
  profilesQuery,
  tocChildrenQuery,
  tocNodeQuery,
} from '@/api/library'
import { requestIdOf } from '@/api/problem'
import { useMe } from '@/api/queries'
import type { Manual, Profile, TocNode } from '@/api/types'
import { neighboursQuery } from '@/api/view'
import { formatNumber } from '@/lib/format'
import { NoMatch } from '@/lib/NoMatch'
import { useExistingPage, useListState } from '@/lib/useListState'
import { useTypedFilter } from '@/lib/useTypedFilter'
import { Card } from '@/ui/Card'
import { Chip } from '@/ui/Chip'
import { Code } from '@/ui/Code'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { Icon } from '@/ui/Icon'
import { LinkButton } from '@/ui/LinkButton'
import { Pagination } from '@/ui/Pagination'
import { SearchField } from '@/ui/SearchField'
import { Select } from '@/ui/Select'
import { Skeleton } from '@/ui/Skeleton'
import { type Column, Table } from '@/ui/Table'
import { profileName } from '../profileName'
import { ChosenAircraft, useAircraftOffer } from '../reader/ChosenAircraft'
import { tocIcon, tocText } from '../tree/nodes'
import { aircraftOf, useChoice } from '../useChoice'
import { useManualLinks } from '../useManualLinks'
import { useReading } from '../useReading'

export function ContentsTab({ manual }: { manual: Manual }) {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const profiles = useQuery(profilesQuery(manual.path))
  const profile = profiles.data?.find(({ id }) => id === params.get('profile')) ?? profiles.data?.[0]
  if (profiles.error) {
    return (
      <ErrorState
        title={t('library.contentsFailed')}
        message={profiles.error.message}
        detail={requestIdOf(profiles.error)}
        onRetry={() => void profiles.refetch()}
      />
    )
  }
  if (!profile || !profiles.data) return <Skeleton lines={6} />
  return (
    <Contents
      // Another profile or section is another list.
      key={`${profile.id} ${params.get('node')}`}
      manual={manual}
      profile={profile}
      nodeId={params.get('node') ?? undefined}
      choice={
        profiles.data.length > 1 && (
          <Select
            label={t('library.profile')}
            labelHidden
            options={profiles.data.map((each) => ({ value: each.id, label: profileName(each) }))}
            value={profile.id}
            onChange={({ target }) =>
              setParams((before) => {
                const after = new URLSearchParams(before)
                for (const name of ['node', 'page', 'filter']) after.delete(name)
                after.set('profile', target.value)
                return after
              })
            }
          />
        )
      }
    />
  )
}

interface ContentsProps {
  manual: Manual
  profile: Profile
  nodeId: string | undefined
  /** Chooses the profile, where there are several. */
  choice: ReactNode
}

const listDefaults = { sortKeys: [], sort: { key: 'position', order: 'asc' } } as const

/** One level of the contents: the sections and modules under a node, or the uppermost ones; or what was looked for in all. */
function Contents({ manual, profile, nodeId, choice }: ContentsProps) {
  const { t } = useTranslation()
  const me = useMe()
  const reading = useReading()
  const aircraft = aircraftOf(useChoice())
  const offer = useAircraftOffer(manual)
  const links = useManualLinks(manual)
  const list = useListState(listDefaults, me.user.preferences.pageSize)
  const search = useTypedFilter(list.filter('filter'), (text) => list.setFilter('filter', text))
  const keyword = list.filter('filter')
  const place = { profileId: profile.id, ...reading }
  const section = useQuery({
    ...tocNodeQuery({ ...place, nodeId: nodeId ?? '' }),
    enabled: nodeId !== undefined,
  }).data
  const nodes = useQuery(
    tocChildrenQuery({
      ...place,
      ...aircraft,
      // Who looks for something does not know where it stands.
      ...(keyword === '' ? { nodeId } : { keyword, anywhere: true }),
      pageNumber: list.page,
      pageSize: list.pageSize,
    }),
  )
  useExistingPage(list, nodes)
  const columns: Column<TocNode>[] = [
    {
      key: 'title',
      header: t('library.column.title'),
      cell: (node) => <TocTitle node={node} href={hrefOf(node)} />,
    },
    {
      key: 'code',
      header: t('library.column.code'),
      hideBelow: 'md',
      cell: (node) => node.code && <Code>{node.code}</Code>,
    },
    {
      key: 'entries',
      header: t('library.column.entries'),
      align: 'end',
      cell: (node) => !node.leaf && formatNumber(node.childCount),
    },
  ]
  const hrefOf = (node: TocNode) => {
    const source = node.sourceFiles[0]
    if (!node.leaf) return links.at({ profile: profile.id, node: node.id })
    return node.dangling || source === undefined
      ? undefined
      : links.module(source, { profile: profile.id, node: node.id })
  }
  return (
    <Card flush>
      {offer.isThere && <ChosenAircraft offer={offer} />}
      <div className="li-contents-head">
        {nodeId !== undefined && keyword === '' && (
          <SectionHead manual={manual} place={place} nodeId={nodeId} section={section} />
        )}
        <div className="li-filters">
          <SearchField
            label={t('library.searchContents')}
            placeholder={t('library.searchContents')}
            value={search.text}
            onChange={search.type}
            onSearch={search.applyNow}
          />
          {choice}
        </div>
      </div>
      {nodes.error ? (
        <ErrorState
          title={t('library.contentsFailed')}
          message={nodes.error.message}
          detail={requestIdOf(nodes.error)}
          onRetry={() => void nodes.refetch()}
        />
      ) : (
        <Table
          caption={t('library.tab.contents')}
          columns={columns}
          rows={nodes.data?.items}
          rowKey={(node) => node.id}
          stale={nodes.isPlaceholderData}
          empty={
            keyword === '' ? (
              <EmptyState icon="list" title={t('library.noContents')} text={t('library.noContentsText')} />
            ) : (
              <NoMatch text={keyword} onClear={() => search.applyNow('')} />
            )
          }
        />
      )}
      {nodes.data && nodes.data.total > 0 && (
        <Pagination
          page={list.page}
          pageSize={list.pageSize}
          total={nodes.data.total}
          onPage={list.setPage}
          onPageSize={list.setPageSize}
        />
      )}
    </Card>
  )
}

interface SectionHeadProps {
  manual: Manual
  place: ContentsPlace
  nodeId: string
  /** Undefined while it is on its way. */
  section: TocNode | undefined
}

/** The name of a section, and the way up from it. */
function SectionHead({ manual, place, nodeId, section }: SectionHeadProps) {
  const { t } = useTranslation()
  const links = useManualLinks(manual)
  const above = useAbove(place, nodeId)
  const linkTo = (node: TocNode) => links.at({ profile: node.profileId, node: node.id })
  const top = links.at({ tab: 'contents', profile: place.profileId })
  const parent = above.at(-1)
  return (
    <div className="li-section">
      <nav aria-label={t('library.wayUp')}>
        <ol className="li-way">
          <li>
            <a href={top}>{t('library.allContents')}</a>
          </li>
          {above.map((node) => (
            <li key={node.id}>
              <a href={linkTo(node)}>{tocText(node)}</a>
            </li>
          ))}
        </ol>
      </nav>
      {section && <h2>{tocText(section)}</h2>}
      <LinkButton size="sm" icon="up" href={parent ? linkTo(parent) : top}>
        {t('reader.up')}
      </LinkButton>
    </div>
  )
}

/** The sections around a section, known from where its first module stands. */
function useAbove(place: ContentsPlace, nodeId: string): TocNode[] {
  const first = useQuery(firstBelowQuery(place, nodeId)).data?.sourceFiles[0]
  const trail = useQuery({ ...neighboursQuery(first ?? '', place), enabled: first !== undefined }).data?.trail
  const own = trail?.findIndex(({ id }) => id === nodeId) ?? -1
  return own > 0 ? (trail?.slice(0, own) ?? []) : []
}

function TocTitle({ node, href }: { node: TocNode; href: string | undefined }) {
  const { t } = useTranslation()
  const text = tocText(node)
  return (
    <span className="li-toc-title">
      <Icon name={tocIcon(node)} />
      <span>
        {href === undefined ? text : <a href={href}>{text}</a>}{' '}
        {node.dangling && (
          <Chip tone="warning" icon="warning">
            {t('library.dangling')}
          </Chip>
        )}
        {node.applies === 'no' && (
          <>
            <Chip tone="neutral" icon="hide">
              {t('library.notApplying')}
            </Chip>{' '}
            {node.appliesTo && (
              <small className="li-only-for">{t('library.onlyFor', { appliesTo: node.appliesTo })}</small>
            )}
          </>
        )}
      </span>
    </span>
  )
}
