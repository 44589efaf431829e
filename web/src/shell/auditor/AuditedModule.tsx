import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { viewQuery } from '@/api/view'
import { Article } from '@/features/library/reader/Article'
import { placeOf } from '@/lib/article/blocks'
import { currentLanguage } from '@/lib/i18n'
import { QueryFrame } from '@/lib/QueryFrame'
import { PageHead } from '@/ui/PageHead'
import { Skeleton } from '@/ui/Skeleton'
import { auditPlaces } from './places'

/** References lead nowhere here: what they name may not be granted. */
const noLink = () => undefined

interface AuditedModuleProps {
  manual: string
  path: string
  /** The paragraph that a reference leads to. */
  at?: string
}

/** A module of a granted manual, for all aircraft. */
export function AuditedModule({ manual, path, at }: AuditedModuleProps) {
  const { t } = useTranslation()
  const view = useQuery(viewQuery(path, {}, currentLanguage()))
  const [article, setArticle] = useState<HTMLElement | null>(null)
  const [, database = ''] = manual.split('/')
  const jump = useCallback(
    (id: string) => {
      if (article) placeOf(article, id)?.scrollIntoView({ block: 'center' })
    },
    [article],
  )
  useEffect(() => {
    if (at !== undefined) jump(at)
  }, [at, jump])
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
              at={at}
              onJump={jump}
              onDrawn={setArticle}
            />
          </>
        )}
      </QueryFrame>
    </>
  )
}
