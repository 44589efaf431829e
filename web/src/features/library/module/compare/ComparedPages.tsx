import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ComparedPage, ComparedVersions, Manual, ViewReference } from '@/api/types'
import { placeOf } from '@/lib/article/blocks'
import { databaseOf } from '@/lib/library/folders'
import { Article } from '../../reader/Article'
import { useManualLinks } from '../../useManualLinks'
import { withOldPictures } from './oldPictures'
import { RemarkedPage, type Remarks } from './RemarkedPage'

interface ComparedPagesProps {
  manual: Manual
  compared: ComparedVersions
  /** The name of the page for both, where several modules are shown. */
  title?: string
  /** Lets people comment on the paragraphs of the page for both. */
  remarks?: Remarks
}

/** The compared states as pages: one for both, or one for each. */
export function ComparedPages({ manual, compared, title, remarks }: ComparedPagesProps) {
  const { pages, left, right } = compared
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
  const label = title ? t('library.compare.oneOf', { title }) : t('library.compare.one')
  return one && <Page manual={manual} page={one} revision={right.revision} label={label} remarks={remarks} />
}

interface PageProps {
  manual: Manual
  page: ComparedPage
  /** The state in which its references were resolved. */
  revision: string | undefined
  label: string
  remarks?: Remarks
}

function Page({ manual, page, revision, label, remarks }: PageProps) {
  if (!remarks) {
    return (
      <section className="rd-page" aria-label={label}>
        <DrawnPage manual={manual} page={page} revision={revision} />
      </section>
    )
  }
  return (
    <RemarkedPage manual={manual} remarks={remarks} label={label}>
      {(onDrawn) => <DrawnPage manual={manual} page={page} revision={revision} onDrawn={onDrawn} />}
    </RemarkedPage>
  )
}

interface DrawnPageProps extends Pick<PageProps, 'manual' | 'page' | 'revision'> {
  onDrawn?: (article: HTMLElement) => void
}

function DrawnPage({ manual, page, revision, onDrawn }: DrawnPageProps) {
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
  const drawn = useCallback(
    (element: HTMLElement) => {
      setArticle(element)
      onDrawn?.(element)
    },
    [onDrawn],
  )
  return (
    <Article
      view={view}
      hrefOf={hrefOf}
      source={{ database: databaseOf(manual), reading: { revision } }}
      onJump={(target) => article && placeOf(article, target)?.scrollIntoView({ block: 'center' })}
      onDrawn={drawn}
    />
  )
}
