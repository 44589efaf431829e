import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router'
import { mergePreviewQuery, revisionQuery } from '@/api/revisions'
import type { MergePreview, MergeResult, RevisionDetail } from '@/api/types'
import { keyOf } from '@/lib/library/objects'
import { usePageName } from '@/lib/pageName'
import { href, paths } from '@/lib/paths'
import { chained, QueryFrame } from '@/lib/QueryFrame'
import { EmptyState } from '@/ui/EmptyState'
import { LinkButton } from '@/ui/LinkButton'
import { Notice } from '@/ui/Notice'
import { PageHead } from '@/ui/PageHead'
import { composed } from './compose'
import { MergeWorkspace } from './MergeWorkspace'
import '../revisions.css'
import './merge.css'

/** The merge of one module before a revision is confirmed. */
export function PreviewPage() {
  const { t } = useTranslation()
  const { revisionId = '' } = useParams()
  const [params] = useSearchParams()
  const revision = useQuery(revisionQuery(revisionId))
  const preview = useQuery(mergePreviewQuery(revisionId, params.get('path') ?? ''))
  usePageName(preview.data?.title || t('revisions.preview.title'))
  return (
    <QueryFrame
      query={revision.data ? preview : chained(revision, preview)}
      failedTitle={t('revisions.preview.failed')}
      loading={<PageHead title={t('revisions.preview.title')} purpose={t('revisions.loading')} />}
    >
      {(data) => revision.data && <Preview revision={revision.data} preview={data} />}
    </QueryFrame>
  )
}

function Preview({ revision, preview }: { revision: RevisionDetail; preview: MergePreview }) {
  const { t } = useTranslation()
  const { path, title, isCheckedOut, copyOf, result } = preview
  return (
    <>
      <PageHead
        title={title || keyOf(path)}
        purpose={`${keyOf(path)} · ${t('revisions.name', { manual: revision.manualName, number: revision.number })}`}
        actions={
          <LinkButton
            icon="back"
            href={href(paths.revision(revision.id, { tab: 'forecast', category: 'customised' }))}
          >
            {t('revisions.preview.back')}
          </LinkButton>
        }
      />
      <div className="mg-notices">
        <Notice tone="info" title={t('revisions.preview.about')} />
        {isCheckedOut && <Notice tone="warning" title={t('revisions.preview.checkedOut')} />}
        {copyOf && <Notice tone="info" title={t('revisions.merge.copyOf', { code: keyOf(copyOf) })} />}
        {result?.isCoarse && <Notice tone="warning" title={t('revisions.merge.coarse')} />}
      </div>
      {result ? (
        <PreviewedMerge result={result} />
      ) : (
        <EmptyState icon="info" title={t('revisions.preview.nothing')} />
      )}
    </>
  )
}

const nothing = () => undefined

/** The conflicts and the merged text, to be read only. */
function PreviewedMerge({ result }: { result: MergeResult }) {
  const { t } = useTranslation()
  const work = useMemo(
    () => ({
      composed: composed(result, []),
      choices: [],
      undecided: result.conflicts.map((_, index) => index),
      choose: nothing,
      keepOurs: nothing,
    }),
    [result],
  )
  return <MergeWorkspace result={result} work={work} closed={t('revisions.preview.closed')} />
}
