import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { profilesQuery, topTocQuery } from '@/api/library'
import { useMe } from '@/api/queries'
import type { Manual } from '@/api/types'
import { can } from '@/lib/can'
import { isTrue } from '@/lib/library/folders'
import { openOverlay } from '@/lib/overlay'
import { href, paths } from '@/lib/paths'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { LinkButton } from '@/ui/LinkButton'
import { Tabs } from '@/ui/Tabs'
import { narrowQuery, useMediaQuery } from '@/ui/useMediaQuery'
import { FleetTab } from '../fleet/FleetTab'
import { RulesTab } from '../rules/RulesTab'
import { AsOfLine } from './AsOfLine'
import { ContainersTab } from './ContainersTab'
import { ContentsTab } from './ContentsTab'
import { DetailsTab } from './DetailsTab'
import { ManualHead } from './ManualHead'
import { MediaTab } from './MediaTab'
import { ModulesTab } from './ModulesTab'
import { ReadTab } from './ReadTab'
import { ReleasedLine } from './ReleasedLine'
import { RequirementsTab } from './RequirementsTab'
import { TranslationsTab } from './TranslationsTab'
import { UnreferencedTab } from './UnreferencedTab'

const allTabs = [
  'read',
  'contents',
  'modules',
  'containers',
  'fleet',
  'unreferenced',
  'translations',
  'media',
  'rules',
  'requirements',
  'details',
] as const
const icons = {
  read: 'book',
  contents: 'list',
  modules: 'module',
  containers: 'container',
  fleet: 'aircraft',
  unreferenced: 'unlinked',
  translations: 'language',
  media: 'illustration',
  rules: 'severity',
  requirements: 'compliance',
  details: 'info',
} as const

/** The parameters that stay when another tab is opened: the state that is read, and the aircraft. */
const keptNames = new Set(['lane', 'revision', 'asOf', 'profile', 'aircraft', 'product', 'set', 'outside'])

export function ManualView({ manual }: { manual: Manual }) {
  const { t } = useTranslation()
  const isNarrow = useMediaQuery(narrowQuery)
  const [params, setParams] = useSearchParams()
  const isRead = Object.values(manual.lanes).some(Boolean)
  // A section of the contents is a list; without one the manual is opened at its beginning.
  const usual = !isRead ? 'details' : params.get('node') === null ? 'read' : 'contents'
  const active = allTabs.find((tab) => tab === params.get('tab')) ?? usual
  // Each tab has a list of its own, so only what is read stays in the address.
  const show = (tab: (typeof allTabs)[number]) =>
    setParams((before) => {
      const kept = [...before].filter(([name]) => keptNames.has(name))
      return new URLSearchParams(tab === 'read' ? kept : [...kept, ['tab', tab]])
    })
  const contents = {
    read: ReadTab,
    contents: ContentsTab,
    modules: ModulesTab,
    containers: ContainersTab,
    fleet: FleetTab,
    unreferenced: UnreferencedTab,
    translations: TranslationsTab,
    media: MediaTab,
    rules: RulesTab,
    requirements: RequirementsTab,
    details: DetailsTab,
  }
  return (
    <div className="li-manual">
      <Tabs
        label={t('library.manualTabs')}
        active={active}
        onChange={show}
        asMenu={isNarrow}
        bar={(row) => (
          <>
            <ManualHead manual={manual} hasContent={isRead}>
              {isNarrow && row}
            </ManualHead>
            <AsOfLine manual={manual} />
            <ReleasedLine manual={manual} />
            {!isNarrow && row}
          </>
        )}
        tabs={allTabs.map((id) => {
          const Content = contents[id]
          return {
            id,
            label: t(`library.tab.${id}`),
            icon: icons[id],
            content:
              isRead || id === 'details' ? <Content manual={manual} /> : <NothingYet manual={manual} />,
          }
        })}
      />
    </div>
  )
}

/** The message of an empty manual. */
function NothingYet({ manual }: { manual: Manual }) {
  const { t } = useTranslation()
  const me = useMe()
  const withOem = isTrue(manual, 'withOem')
  const profile = useQuery(profilesQuery(manual.path)).data?.[0]
  const top = useQuery({
    ...topTocQuery({ profileId: profile?.id ?? '' }),
    enabled: profile !== undefined,
  })
  if (top.data?.generating) {
    return (
      <Card>
        <EmptyState icon="list" title={t('library.toast.tocGenerating')} text={t('library.generatingText')} />
      </Card>
    )
  }
  return (
    <Card>
      <EmptyState
        icon="inbox"
        title={t(withOem ? 'library.toast.manualUnavailable' : 'library.emptyManual')}
        text={t(withOem ? 'library.unavailableText' : 'library.emptyManualText')}
        action={
          withOem
            ? can.importPackages(me, manual.path) && (
                <LinkButton variant="primary" icon="import" href={href(paths.import())}>
                  {t('library.toImport')}
                </LinkButton>
              )
            : can.editContent(me, manual.path) && (
                <Button
                  variant="primary"
                  icon="add"
                  onClick={() => openOverlay({ kind: 'newModule', manualPath: manual.path })}
                >
                  {t('modules.new.title')}
                </Button>
              )
        }
      />
    </Card>
  )
}
