import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { viewQuery } from '@/api/view'
import { Article } from '@/features/library/reader/Article'
import { currentLanguage } from '@/lib/i18n'
import { QueryFrame } from '@/lib/QueryFrame'
import { PageHead } from '@/ui/PageHead'
import { Skeleton } from '@/ui/Skeleton'
import { auditPlaces } from './places'

/** References lead nowhere here: what they name may not be granted. */
const noLink = () => undefined

/** A module of a granted manual, for all aircraft. */
export function AuditedModule({ manual, path }: { manual: string; path: string }) {
  const { t } = useTranslation()
  const view = useQuery(viewQuery(path, {}, currentLanguage()))
  const [article, setArticle] = useState<HTMLElement | null>(null)
  const [, database = ''] = manual.split('/')
  return (
    <>
      <p>
        <Link to={auditPlaces.manual(manual)}>{t('auditors.back')}</Link>
      </p>
      <QueryFrame query={view} failedTitle={t('auditors.loadFailed')} loading={<Skeleton lines={12} />}>
        {(data) => (
          <>
            <PageHead title={data.file.title || data.file.name} purpose={data.file.name} />
            <Article
              view={data}
              hrefOf={noLink}
              source={{ database, reading: {} }}
              onJump={(id) => {
                const places = [...(article?.querySelectorAll<HTMLElement>('[id]') ?? [])]
                places.find((each) => each.id === id)?.scrollIntoView({ block: 'center' })
              }}
              onDrawn={setArticle}
            />
          </>
        )}
      </QueryFrame>
    </>
  )
}
