import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { todoPageQuery } from '@/api/revisions'
import type { OpenTodo } from '@/api/types'
import { currentLanguage } from '@/lib/i18n'
import { QueryFrame } from '@/lib/QueryFrame'
import { usePaused } from '@/lib/usePaused'
import { Notice } from '@/ui/Notice'
import type { MergeViews } from './MergePage'

interface ResultPageProps {
  revision: string
  open: OpenTodo
  /** The merged text with the choices so far; undefined for the text that is saved. */
  text: string | undefined
  Compared: MergeViews['Compared']
}

const drawPauseMs = 700
const origins = ['theirs', 'ours', 'both', 'typed'] as const

/** The result as the reader sees it, with the side that each change comes from. */
export function ResultPage({ revision, open, text, Compared }: ResultPageProps) {
  const { t } = useTranslation()
  const { todo, workingVersion = '' } = open
  const drawn = usePaused(text, drawPauseMs)
  const page = useQuery(todoPageQuery(revision, todo.id, { text: drawn, workingVersion }, currentLanguage()))
  return (
    <QueryFrame
      query={page}
      failedTitle={t('revisions.views.resultFailed')}
      loading={<p className="af-hint">{t('revisions.views.drawing')}</p>}
    >
      {(compared) => (
        <>
          <p className="mg-key">
            {origins.map((origin) => (
              <span key={origin} className="mg-tag" data-origin={origin}>
                {t(`revisions.merge.originLong.${origin}`)}
              </span>
            ))}
          </p>
          {compared.coarse && <Notice tone="warning" title={t('revisions.views.coarse')} />}
          {compared.count === 0 && <p className="af-hint">{t('revisions.views.noDifference')}</p>}
          <div aria-busy={page.isPlaceholderData || undefined}>
            <Compared path={todo.path} compared={compared} />
          </div>
        </>
      )}
    </QueryFrame>
  )
}
