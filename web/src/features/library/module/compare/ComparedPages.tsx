import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ComparedPage, ComparedVersions, Manual, ViewReference } from '@/api/types'
import { databaseOf } from '@/lib/library/folders'
import { Article } from '../../reader/Article'
import { useManualLinks } from '../../useManualLinks'
import { withOldPictures } from './oldPictures'

interface ComparedPagesProps {
  manual: Manual
  compared: ComparedVersions
}

/** The compared states as pages: one for both, or one for each. */
export function ComparedPages({ manual, compared: { pages, left, right } }: ComparedPagesProps) {
  const { t } = useTranslation()
  const [one, two] = pages
  if (one && two) {
    return (
      <div className="rd-columns" data-beside="true">
        <Page manual={manual} page={one} revision={left.revision} label={t('library.compare.left')} />
        <Page manual={manual} page={two} revision={right.revision} label={t('library.compare.right')} />
      </div>
    )
  }
  return one && <Page manual={manual} page={one} revision={right.revision} label={t('library.compare.one')} />
}

interface PageProps {
  manual: Manual
  page: ComparedPage
  /** The state in which its references were resolved. */
  revision: string | undefined
  label: string
}

function Page({ manual, page, revision, label }: PageProps) {
  const { t } = useTranslation()
  const links = useManualLinks(manual)
  const [article, setArticle] = useState<HTMLElement | null>(null)
  const base = links.at({ revision })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the links are the same as long as their beginning is.
  const hrefOf = useCallback(
    ({ path, anchor }: ViewReference) => (path ? links.object(path, { revision, at: anchor }) : undefined),
    [base],
  )
  const view = useMemo(
    () => ({ ...withOldPictures(page, t('library.compare.before')), reasons: [] }),
    [page, t],
  )
  return (
    <section className="rd-page" aria-label={label}>
      <Article
        view={view}
        hrefOf={hrefOf}
        source={{ database: databaseOf(manual), reading: { revision } }}
        onJump={(target) => {
          const places = [...(article?.querySelectorAll<HTMLElement>('[id]') ?? [])]
          places.find((each) => each.id === target)?.scrollIntoView({ block: 'center' })
        }}
        onDrawn={setArticle}
      />
    </section>
  )
}
