import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import {
  type ContentsScope,
  firstBelowQuery,
  profilesQuery,
  tocChildrenQuery,
  tocNodeQuery,
  topTocQuery,
} from '@/api/library'
import { useMe } from '@/api/queries'
import type { Manual, Profile, TocNode } from '@/api/types'
import { neighboursQuery } from '@/api/view'
import { formatNumber } from '@/lib/format'
import { currentLanguage } from '@/lib/i18n'
import { ListSearch } from '@/lib/ListSearch'
import { NoMatch } from '@/lib/NoMatch'
import { PagedTable } from '@/lib/PagedTable'
import { QueryFrame } from '@/lib/QueryFrame'
import { languageName } from '@/lib/regions'
import { useListState } from '@/lib/useListState'
import { Card } from '@/ui/Card'
import { Chip } from '@/ui/Chip'
import { Code } from '@/ui/Code'
import { EmptyState } from '@/ui/EmptyState'
import { Icon } from '@/ui/Icon'
import { LinkButton } from '@/ui/LinkButton'
import { Select } from '@/ui/Select'
import { Skeleton } from '@/ui/Skeleton'
import type { Column } from '@/ui/Table'
import { profileName } from '../profileName'
import { AircraftButton } from '../reader/AircraftButton'
import { UnknownAircraft } from '../reader/UnknownAircraft'
import { useAircraftOffer } from '../reader/useAircraftOffer'
import { tocIcon, tocText } from '../tree/nodes'
import { aircraftOf, saysWhich, useChoice } from '../useChoice'
import { useManualLinks } from '../useManualLinks'
import { useReading } from '../useReading'

export function ContentsTab({ manual }: { manual: Manual }) {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const profiles = useQuery(profilesQuery(manual.path))
  return (
    <QueryFrame query={profiles} failedTitle={t('library.contentsFailed')}>
      {(all) => {
        const profile = all.find(({ id }) => id === params.get('profile')) ?? all[0]
        return profile ? (
          <Contents
            // Another profile or section is another list.
            key={`${profile.id} ${params.get('node')}`}
            manual={manual}
            profile={profile}
            nodeId={params.get('node') ?? undefined}
            choice={
              all.length > 1 && (
                <Select
                  label={t('library.profile')}
                  labelHidden
                  options={all.map((each) => ({ value: each.id, label: profileName(each) }))}
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
        ) : (
          <Skeleton lines={6} />
        )
      }}
    </QueryFrame>
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
  const offer = useAircraftOffer()
  const outside = t(saysWhich(aircraft) ? 'library.notApplying' : 'fleet.profile.outside')
  const links = useManualLinks(manual)
  const list = useListState(listDefaults, me.user.preferences.pageSize)
  const keyword = list.filter('filter')
  const place = { profileId: profile.id, ...reading }
  const section = useQuery({
    ...tocNodeQuery({ ...place, nodeId: nodeId ?? '' }),
    enabled: nodeId !== undefined,
  }).data
  // A section is in the language of its publication; the whole contents are listed and searched in one language.
  const isWhole = nodeId === undefined || keyword !== ''
  const language = list.filter('language') || currentLanguage()
  const nodes = useQuery(
    tocChildrenQuery({
      ...place,
      ...aircraft,
      ...(isWhole && { language }),
      ...(keyword === '' ? { nodeId } : { keyword, anywhere: true }),
      ...list.pageRequest,
    }),
  )
  const top = useQuery({ ...topTocQuery(place), enabled: isWhole }).data
  const languages = isWhole ? [...new Set(top?.nodes.flatMap((node) => node.language ?? []))] : []
  const columns: Column<TocNode>[] = [
    {
      key: 'title',
      header: t('library.column.title'),
      cell: (node) => <TocTitle node={node} href={hrefOf(node)} outside={outside} />,
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
      <div className="li-contents-head">
        {nodeId !== undefined && keyword === '' && (
          <SectionHead manual={manual} place={place} nodeId={nodeId} section={section} />
        )}
        <div className="li-filters">
          <ListSearch
            list={list}
            label={t('library.searchContents')}
            placeholder={t('library.searchContents')}
          />
          {choice}
          {languages.length > 1 && (
            <Select
              label={t('library.contentsLanguage')}
              labelHidden
              options={languages.map((each) => ({
                value: each,
                label: languageName(each, currentLanguage()),
              }))}
              value={languages.includes(language) ? language : languages[0]}
              onChange={({ target }) => list.setFilter('language', target.value)}
            />
          )}
          {offer.isThere && <AircraftButton offer={offer} />}
        </div>
        {offer.isUnknown && <UnknownAircraft />}
      </div>
      <PagedTable
        list={list}
        query={nodes}
        failedTitle={t('library.contentsFailed')}
        caption={t('library.tab.contents')}
        columns={columns}
        rowKey={(node) => node.id}
        empty={
          keyword === '' ? (
            <EmptyState icon="list" title={t('library.noContents')} text={t('library.noContentsText')} />
          ) : (
            <NoMatch text={keyword} onClear={() => list.setFilter('filter', '')} />
          )
        }
      />
    </Card>
  )
}

interface SectionHeadProps {
  manual: Manual
  place: ContentsScope
  nodeId: string
  /** Undefined until it is loaded. */
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
function useAbove(place: ContentsScope, nodeId: string): TocNode[] {
  const first = useQuery(firstBelowQuery(place, nodeId)).data?.sourceFiles[0]
  const trail = useQuery({ ...neighboursQuery(first ?? '', place), enabled: first !== undefined }).data?.trail
  const own = trail?.findIndex(({ id }) => id === nodeId) ?? -1
  return own > 0 ? (trail?.slice(0, own) ?? []) : []
}

interface TocTitleProps {
  node: TocNode
  href: string | undefined
  /** Said of an entry that does not apply. */
  outside: string
}

function TocTitle({ node, href, outside }: TocTitleProps) {
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
              {outside}
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
