import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Manual, ViewReference } from '@/api/types'
import { type Choice, viewQuery } from '@/api/view'
import { currentLanguage } from '@/lib/i18n'
import { databaseOf } from '@/lib/library/folders'
import { objectPath } from '@/lib/library/objects'
import { QueryFrame } from '@/lib/QueryFrame'
import { languageName } from '@/lib/regions'
import { Skeleton } from '@/ui/Skeleton'
import { outsideOf } from '../useChoice'
import { useManualLinks } from '../useManualLinks'
import { useReading } from '../useReading'
import { Article } from './Article'
import { NotForChoice } from './NotForChoice'

interface BesideArticleProps {
  manual: Manual
  moduleKey: string
  hrefOf: (reference: ViewReference) => string | undefined
  /** As the module beside it is read. */
  choice: Choice
  profileId: string | undefined
}

/** The same module in another language. */
export function BesideArticle({ manual, moduleKey, hrefOf, choice, profileId }: BesideArticleProps) {
  const { t } = useTranslation()
  const reading = useReading()
  const links = useManualLinks(manual)
  const path = objectPath(manual.path, moduleKey)
  const view = useQuery(viewQuery(path, { ...reading, ...choice, profileId }, currentLanguage()))
  const [article, setArticle] = useState<HTMLElement | null>(null)
  return (
    <QueryFrame query={view} failedTitle={t('reader.failed')} loading={<Skeleton lines={12} />}>
      {(data) => {
        const { file, applicability } = data
        const outside = outsideOf(choice, data, profileId !== undefined)
        if (outside === 'hidden') return <NotForChoice applicability={applicability} />
        return (
          <section
            className="rd-page"
            data-outside={outside}
            aria-label={languageName(file.language, currentLanguage())}
          >
            <p className="rd-beside-head">
              <strong>{languageName(file.language, currentLanguage())}</strong>{' '}
              <a href={links.module(path)}>{file.title}</a>
            </p>
            <Article
              view={data}
              hrefOf={hrefOf}
              source={{ database: databaseOf(manual), reading }}
              onJump={(id) => {
                const places = [...(article?.querySelectorAll<HTMLElement>('[id]') ?? [])]
                places.find((each) => each.id === id)?.scrollIntoView({ block: 'center' })
              }}
              onDrawn={setArticle}
            />
          </section>
        )
      }}
    </QueryFrame>
  )
}
