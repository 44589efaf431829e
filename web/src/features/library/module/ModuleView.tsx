import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useEditingRules } from '@/api/editing'
import { fileQuery, referencesQuery, versionsQuery } from '@/api/library'
import { hasCode } from '@/api/problem'
import { useMe } from '@/api/queries'
import type { File, FileVersion, Manual } from '@/api/types'
import { can } from '@/lib/can'
import { HolderChip } from '@/lib/editing/HolderChip'
import { StatusMenu } from '@/lib/editing/StatusMenu'
import { useStatusEntries } from '@/lib/editing/useStatusEntries'
import { versionText } from '@/lib/library/issue'
import { objectPath } from '@/lib/library/objects'
import { usePageName } from '@/lib/pageName'
import { QueryError } from '@/lib/QueryFrame'
import { Card } from '@/ui/Card'
import { Icon } from '@/ui/Icon'
import { Skeleton } from '@/ui/Skeleton'
import { Tabs } from '@/ui/Tabs'
import { narrowQuery, useMediaQuery } from '@/ui/useMediaQuery'
import { AsOfLine } from '../manual/AsOfLine'
import { ReleasedLine } from '../manual/ReleasedLine'
import { VersionMenu } from '../manual/VersionMenu'
import { AircraftButton } from '../reader/AircraftButton'
import { ModuleReader } from '../reader/ModuleReader'
import { ReaderBar } from '../reader/ReaderBar'
import { ReaderTools } from '../reader/ReaderTools'
import { useAircraftOffer } from '../reader/useAircraftOffer'
import { ModuleRules } from '../rules/ModuleRules'
import { useIsWorking } from '../useIsWorking'
import { useManualLinks } from '../useManualLinks'
import { useReading } from '../useReading'
import { MissingModule } from './MissingModule'
import { ModuleFacts } from './ModuleFacts'
import { ReferenceGraph } from './ReferenceGraph'
import { ReferencedByTable, ReferencesTable } from './ReferenceTables'
import { VersionsTable } from './VersionsTable'

interface ModuleViewProps {
  manual: Manual
  /** Code, extension and language, as paths end with them. */
  moduleKey: string
}

/** A module with its data, references in both directions and versions. */
export function ModuleView({ manual, moduleKey }: ModuleViewProps) {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const reading = useReading()
  const links = useManualLinks(manual)
  const path = objectPath(manual.path, moduleKey)
  const file = useQuery(fileQuery(path, reading))
  const versions = useQuery(versionsQuery(path))
  const wanted = params.get('v')
  const part = params.get('part') ?? undefined
  const asked = wanted === null ? file : versions
  const { error } = asked
  const shown = wanted === null ? file.data : versions.data?.find(({ versionId }) => versionId === wanted)
  const isGone = asked.data !== undefined && shown === undefined
  usePageName(shown?.title || moduleKey)
  const offer = useAircraftOffer()
  const me = useMe()
  const stepsOf = useStatusEntries(me, useEditingRules(can.editContent(me)))
  const isWorking = useIsWorking()
  const bar = (row?: ReactNode) => (
    <>
      <ReaderBar
        title={shown?.title || moduleKey}
        code={moduleKey}
        status={
          shown && (
            <>
              <StatusMenu
                status={shown.status}
                steps={isWorking && shown.versionId === file.data?.versionId ? stepsOf(shown) : []}
              />{' '}
              {file.data && <HolderChip file={file.data} />}
            </>
          )
        }
        state={
          <>
            {offer.isThere && <AircraftButton offer={offer} />}
            <VersionMenu manual={manual} />
          </>
        }
        parts={row}
        tools={
          shown && (
            <ReaderTools
              manual={manual}
              path={path}
              file={shown}
              beside={params.get('beside') ?? undefined}
            />
          )
        }
      />
      <AsOfLine manual={manual} />
      <ReleasedLine manual={manual} />
      {shown && !file.isPending && shown.versionId !== file.data?.versionId && (
        <p className="rd-line">
          <Icon name="info" size="sm" />
          {t('library.module.pinned', { version: versionText(shown) })}{' '}
          {file.data && <a href={links.module(path, { part })}>{t('library.module.toLane')}</a>}
        </p>
      )}
    </>
  )
  if (shown) {
    return (
      <ModuleTabs manual={manual} file={shown} version={wanted ?? undefined} versions={versions} bar={bar} />
    )
  }
  return (
    <>
      {bar()}
      {error || isGone ? (
        <Card>
          {!error || hasCode(error, 'file.not_found') ? (
            <MissingModule manual={manual} moduleKey={moduleKey} />
          ) : (
            <QueryError title={t('library.module.failed')} error={error} onRetry={asked.refetch} />
          )}
        </Card>
      ) : (
        <Skeleton lines={8} />
      )}
    </>
  )
}

const parts = ['read', 'data', 'references', 'referencedBy', 'graph', 'rules', 'versions'] as const

interface ModuleTabsProps {
  manual: Manual
  file: File
  /** Set when another version than the one of the lane is looked at. */
  version: string | undefined
  versions: UseQueryResult<FileVersion[]>
  /** The toolbar around the row of tabs. */
  bar: (row: ReactNode) => ReactNode
}

function ModuleTabs({ manual, file, version, versions, bar }: ModuleTabsProps) {
  const { t } = useTranslation()
  const isNarrow = useMediaQuery(narrowQuery)
  const [params, setParams] = useSearchParams()
  const references = useQuery(referencesQuery(file.path, useReading()))
  const current = useQuery(fileQuery(file.path, {})).data?.versionId
  const active = parts.find((part) => part === params.get('part')) ?? 'read'
  const show = (part: (typeof parts)[number]) =>
    setParams((before) => {
      const after = new URLSearchParams(before)
      after.set('part', part)
      return after
    })
  return (
    <Tabs
      label={t('library.module.parts')}
      active={active}
      onChange={show}
      bar={bar}
      asMenu={isNarrow}
      tabs={[
        {
          id: 'read',
          label: t('library.module.part.read'),
          content: (
            <ModuleReader
              manual={manual}
              path={file.path}
              version={version}
              beside={params.get('beside') ?? undefined}
            />
          ),
        },
        {
          id: 'data',
          label: t('library.module.part.data'),
          content: <ModuleFacts file={file} />,
        },
        {
          id: 'references',
          label: t('library.module.part.references'),
          count: references.data?.references.length,
          content: <ReferencesTable manual={manual} query={references} />,
        },
        {
          id: 'referencedBy',
          label: t('library.module.part.referencedBy'),
          count: references.data?.referencedByTotal,
          content: <ReferencedByTable manual={manual} query={references} />,
        },
        {
          id: 'graph',
          label: t('library.module.part.graph'),
          content: <ReferenceGraph manual={manual} path={file.path} />,
        },
        {
          id: 'rules',
          label: t('library.module.part.rules'),
          content: <ModuleRules path={file.path} isOtherVersion={version !== undefined} />,
        },
        {
          id: 'versions',
          label: t('library.module.part.versions'),
          count: versions.data?.length,
          content: (
            <VersionsTable manual={manual} query={versions} shown={file.versionId} current={current} />
          ),
        },
      ]}
    />
  )
}
