import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { draftQuery, draftsQuery } from '@/api/editing'
import { sourceQuery } from '@/api/library'
import { downloadText } from '@/lib/downloadText'
import { formatDateTime } from '@/lib/format'
import { keyOf } from '@/lib/library/objects'
import { href, paths } from '@/lib/paths'
import { chained, QueryFrame } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { LinkButton } from '@/ui/LinkButton'
import { PageHead } from '@/ui/PageHead'
import { TextCompare } from './source/TextCompare'
import './editor.css'

/** A draft that was set aside or discarded, beside the file as it is now. */
export function DraftPage() {
  const { t } = useTranslation()
  const { draftId = '' } = useParams()
  const draft = useQuery(draftQuery(draftId))
  const path = useQuery(draftsQuery).data?.find(({ id }) => id === draftId)?.path
  const current = useQuery({ ...sourceQuery(path ?? ''), enabled: path !== undefined })
  const text = draft.data?.text
  return (
    <>
      <PageHead
        title={t('editor.draft.title')}
        purpose={t('editor.draft.purpose')}
        actions={
          <>
            <LinkButton icon="back" href={href(paths.checkout())}>
              {t('workspace.checkout.title')}
            </LinkButton>
            {path && text !== undefined && (
              <Button icon="download" onClick={() => downloadText(`${keyOf(path)}.XML`, text)}>
                {t('editor.download')}
              </Button>
            )}
          </>
        }
      />
      <QueryFrame query={chained(draft, current)} failedTitle={t('editor.draft.failed')}>
        {(now) => (
          <TextCompare
            left={{ label: t('editor.draft.now'), text: now }}
            right={{
              label: t('editor.draft.saved', { on: formatDateTime(draft.data?.savedOn ?? '') }),
              text: text ?? '',
            }}
          />
        )}
      </QueryFrame>
    </>
  )
}
