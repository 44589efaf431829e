import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { firstModuleQuery, profilesQuery } from '@/api/library'
import type { Manual } from '@/api/types'
import { currentLanguage } from '@/lib/i18n'
import { keyOf } from '@/lib/library/objects'
import { chained, QueryFrame } from '@/lib/QueryFrame'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { Skeleton } from '@/ui/Skeleton'
import { AircraftButton } from '../reader/AircraftButton'
import { ModuleReader } from '../reader/ModuleReader'
import { ReaderBar } from '../reader/ReaderBar'
import { ReaderTools } from '../reader/ReaderTools'
import { useAircraftOffer } from '../reader/useAircraftOffer'
import { tocText } from '../tree/nodes'
import { useManualLinks } from '../useManualLinks'
import { useReading } from '../useReading'

/** The manual opened at its first module. */
export function ReadTab({ manual }: { manual: Manual }) {
  const { t } = useTranslation()
  const reading = useReading()
  const links = useManualLinks(manual)
  const offer = useAircraftOffer()
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
            <ReaderBar
              title={tocText(module)}
              href={links.module(path)}
              code={keyOf(path)}
              state={offer.isThere && <AircraftButton offer={offer} />}
              tools={<ReaderTools manual={manual} path={path} file={undefined} beside={undefined} />}
            />
            <ModuleReader manual={manual} path={path} />
          </>
        )
      }}
    </QueryFrame>
  )
}
