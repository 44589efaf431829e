import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { type Reading, versionsQuery } from '@/api/library'
import type { ComparedSide, FileVersion, Manual, ViewReference } from '@/api/types'
import { comparedQuery } from '@/api/view'
import { formatDate } from '@/lib/format'
import { currentLanguage } from '@/lib/i18n'
import { databaseOf } from '@/lib/library/folders'
import { issueText } from '@/lib/library/issue'
import { objectPath } from '@/lib/library/objects'
import { QueryFrame } from '@/lib/QueryFrame'
import { LinkButton } from '@/ui/LinkButton'
import { Notice } from '@/ui/Notice'
import { PageHead } from '@/ui/PageHead'
import { Select } from '@/ui/Select'
import { Skeleton } from '@/ui/Skeleton'
import { Article } from '../reader/Article'
import type { PreparedArticle } from '../reader/prepare'
import { type Drawable, useDrawing } from '../reader/useDrawing'
import { useManualLinks } from '../useManualLinks'
import { DifferenceSteps } from './DifferenceSteps'
import { type Differences, differencesOf, markStretches, piecesOf } from './differences'
import '../reader/reader.css'
import './compare.css'

interface CompareViewProps {
  manual: Manual
  moduleKey: string
  left: string
  right: string
}

/** Two versions of a module side by side, as they are read, with what differs marked. */
export function CompareView({ manual, moduleKey, left, right }: CompareViewProps) {
  const { t } = useTranslation()
  const links = useManualLinks(manual)
  const path = objectPath(manual.path, moduleKey)
  const versions = useQuery(versionsQuery(path)).data
  const compared = useQuery(comparedQuery(path, left, right, currentLanguage()))
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const sides = { left: useSide(manual, compared.data?.left), right: useSide(manual, compared.data?.right) }
  const differences = useDifferences(sides.left, sides.right)
  const title = compared.data?.right.file.title ?? moduleKey
  const isCut = compared.data?.left.truncated || compared.data?.right.truncated
  return (
    <>
      <PageHead
        title={t('library.compare.title', { title })}
        purpose={t('library.compare.purpose')}
        actions={
          <LinkButton icon="back" href={links.module(path, { part: 'versions' })}>
            {t('library.compare.back')}
          </LinkButton>
        }
      />
      <QueryFrame query={compared} failedTitle={t('library.compare.failed')}>
        <div ref={setFrame} className="rd rd-compared">
          {compared.data && <DifferenceSteps differences={differences} frame={frame} />}
          {isCut && (
            <Notice tone="warning" title={t('reader.truncated')}>
              {t('reader.truncatedText')}
            </Notice>
          )}
          <div className="rd-columns" data-beside="true">
            <Side
              manual={manual}
              name="v"
              id={left}
              versions={versions}
              side={sides.left}
              differences={differences}
            />
            <Side
              manual={manual}
              name="with"
              id={right}
              versions={versions}
              side={sides.right}
              differences={differences}
            />
          </div>
        </div>
      </QueryFrame>
    </>
  )
}

interface RenderedSide {
  view: Drawable
  /** The state in which its references were resolved. */
  reading: Reading
  hrefOf: (reference: ViewReference) => string | undefined
  draw: (view: Drawable) => PreparedArticle
}

/** One of the versions, with links in its own state of the manual. */
function useSide(manual: Manual, side: ComparedSide | undefined): RenderedSide | undefined {
  const links = useManualLinks(manual)
  const revision = side?.revision
  const base = links.at({ revision })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the links are the same as long as their beginning is.
  const hrefOf = useCallback(
    ({ path, anchor }: ViewReference) => (path ? links.object(path, { revision, at: anchor }) : undefined),
    [base],
  )
  const draw = useDrawing(hrefOf)
  return useMemo(
    () => side && { view: { ...side, reasons: [] }, reading: { revision: side.revision }, hrefOf, draw },
    [side, hrefOf, draw],
  )
}

/** The differences of the two; undefined until both are rendered, and when they have too little in common. */
function useDifferences(
  left: RenderedSide | undefined,
  right: RenderedSide | undefined,
): Differences | undefined {
  return useMemo(() => {
    if (!left || !right) return undefined
    const pieces = ({ view, draw }: RenderedSide) => piecesOf(draw(view).content, view.figures)
    return differencesOf(pieces(left), pieces(right))
  }, [left, right])
}

interface SideProps {
  manual: Manual
  /** The parameter of the address that names the version. */
  name: 'v' | 'with'
  id: string
  versions: readonly FileVersion[] | undefined
  side: RenderedSide | undefined
  differences: Differences | undefined
}

function Side({ manual, name, id, versions = [], side, differences }: SideProps) {
  const { t } = useTranslation()
  const [, setParams] = useSearchParams()
  const [article, setArticle] = useState<HTMLElement | null>(null)
  const isLeft = name === 'v'
  const label = t(isLeft ? 'library.compare.left' : 'library.compare.right')
  const mark = useCallback(
    (content: DocumentFragment) => {
      if (!side || !differences) return
      const pieces = piecesOf(content, side.view.figures)
      const note = t(isLeft ? 'library.compare.oldPicture' : 'library.compare.newPicture')
      if (isLeft) markStretches(pieces, differences.left, 'del', note)
      else markStretches(pieces, differences.right, 'ins', note)
    },
    [side, differences, isLeft, t],
  )
  return (
    <section className="rd-page" aria-label={label}>
      <Select
        label={label}
        value={id}
        onChange={({ target }) =>
          setParams((before) => {
            const after = new URLSearchParams(before)
            after.set(name, target.value)
            return after
          })
        }
        options={versions.map((each) => ({ value: each.versionId, label: versionName(each, t) }))}
      />
      {side ? (
        <Article
          view={side.view}
          hrefOf={side.hrefOf}
          source={{ database: databaseOf(manual), reading: side.reading }}
          mark={mark}
          onJump={(target) => {
            const places = [...(article?.querySelectorAll<HTMLElement>('[id]') ?? [])]
            places.find((each) => each.id === target)?.scrollIntoView({ block: 'center' })
          }}
          onDrawn={setArticle}
        />
      ) : (
        <Skeleton lines={10} />
      )}
    </section>
  )
}

function versionName(version: FileVersion, t: (key: string) => string): string {
  const issue = issueText(version)
  return [
    issue,
    version.issueDate && formatDate(version.issueDate),
    t(`library.origin.${version.origin}`),
    version.revisions.length > 0 && `R${version.revisions.join(', R')}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
