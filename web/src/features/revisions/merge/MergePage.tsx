import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { openTodoQuery, revisionQuery } from '@/api/revisions'
import type { ComparedVersions } from '@/api/types'
import { usePageName } from '@/lib/pageName'
import { chained, QueryFrame } from '@/lib/QueryFrame'
import { PageHead } from '@/ui/PageHead'
import { MergeSession } from './MergeSession'
import '../revisions.css'
import './merge.css'

interface LabelledText {
  label: string
  text: string
}

/** Views of other features, which the route brings along. */
export interface MergeViews {
  /** Two versions of a module as the reader sees them, with their differences marked. */
  Redline: ComponentType<{ path: string; left: string; right: string }>
  /** A comparison that is loaded, as the reader sees it. */
  Compared: ComponentType<{ path: string; compared: ComparedVersions }>
  /** Two texts side by side. */
  Compare: ComponentType<{ left: LabelledText; right: LabelledText }>
}

/** A to-do of a revision: the merge of one module with its conflicts. */
export function MergePage({ views }: { views: MergeViews }) {
  const { t } = useTranslation()
  const { revisionId = '', todoId = '' } = useParams()
  const client = useQueryClient()
  const revision = useQuery(revisionQuery(revisionId))
  const query = openTodoQuery(revisionId, todoId)
  const open = useQuery(query)
  usePageName(open.data?.todo.title || open.data?.todo.code || t('revisions.merge.title'))
  return (
    <QueryFrame
      // A revision that was read stays when asking for it again fails.
      query={revision.data ? open : chained(revision, open)}
      failedTitle={t('revisions.merge.failed')}
      keepsData
      loading={<PageHead title={t('revisions.merge.title')} purpose={t('revisions.loading')} />}
    >
      {(data) =>
        revision.data && (
          <MergeSession
            // Choices are about one text: another one begins anew.
            key={`${todoId} ${data.todo.version} ${data.workingVersion}`}
            revision={revision.data}
            open={data}
            views={views}
            onFresh={(fresh) => client.setQueryData(query.queryKey, fresh)}
          />
        )
      }
    </QueryFrame>
  )
}
