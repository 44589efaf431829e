import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { firstModuleQuery, profilesQuery } from '@/api/library'
import type { Manual } from '@/api/types'
import { currentLanguage } from '@/lib/i18n'
import { chained, QueryFrame } from '@/lib/QueryFrame'
import { Card } from '@/ui/Card'
import { Code } from '@/ui/Code'
import { EmptyState } from '@/ui/EmptyState'
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
  return (
    <QueryFrame
      query={chained(profiles, first)}
      failedTitle={t('library.contentsFailed')}
      loading={<Skeleton lines={12} />}
    >
      {(module) => {
        const path = module?.sourceFiles[0]
        if (!module || path === undefined) {
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
                <a href={links.module(path)}>{tocText(module)}</a>
              </h2>
              {module.code && <Code>{module.code}</Code>}
            </div>
            <ModuleReader manual={manual} path={path} />
          </>
        )
      }}
    </QueryFrame>
  )
}
