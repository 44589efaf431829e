import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { firstModuleQuery, profilesQuery } from '@/api/library'
import { requestIdOf } from '@/api/problem'
import type { Manual } from '@/api/types'
import { currentLanguage } from '@/lib/i18n'
import { Card } from '@/ui/Card'
import { Code } from '@/ui/Code'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { Skeleton } from '@/ui/Skeleton'
import { ModuleReader } from '../reader/ModuleReader'
import { tocText } from '../tree/nodes'
import { useManualLinks } from '../useManualLinks'
import { useReading } from '../useReading'

/** The manual opened at its first module. */
export function ReadTab({ manual }: { manual: Manual }) {
  const { t } = useTranslation()
  const reading = useReading()
  const links = useManualLinks(manual)
  const wanted = useSearchParams()[0].get('profile')
  const profiles = useQuery(profilesQuery(manual.path))
  const profile = profiles.data?.find(({ id }) => id === wanted) ?? profiles.data?.[0]
  const first = useQuery({
    ...firstModuleQuery({ profileId: profile?.id ?? '', ...reading }, currentLanguage()),
    enabled: profile !== undefined,
  })
  const error = profiles.error ?? first.error
  if (error) {
    return (
      <ErrorState
        title={t('library.contentsFailed')}
        message={error.message}
        detail={requestIdOf(error)}
        onRetry={() => void (profiles.error ? profiles.refetch() : first.refetch())}
      />
    )
  }
  if (first.data === undefined) return <Skeleton lines={12} />
  const path = first.data?.sourceFiles[0]
  if (!first.data || path === undefined) {
    return (
      <Card>
        <EmptyState icon="list" title={t('library.noContents')} text={t('library.noContentsText')} />
      </Card>
    )
  }
  return (
    <>
      <div className="li-first">
        <h2>
          <a href={links.module(path)}>{tocText(first.data)}</a>
        </h2>
        {first.data.code && <Code>{first.data.code}</Code>}
      </div>
      <ModuleReader manual={manual} path={path} />
    </>
  )
}
