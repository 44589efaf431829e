import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { continueDraft, draftsQuery } from '@/api/editing'
import type { ListedDraft } from '@/api/types'
import { formatDateTime } from '@/lib/format'
import { href, paths } from '@/lib/paths'
import { showProblem } from '@/lib/showProblem'
import { Button } from '@/ui/Button'
import { LinkButton } from '@/ui/LinkButton'
import { Notice } from '@/ui/Notice'
import { showToast } from '@/ui/toasts'

type Translate = (key: string, values?: Record<string, string>) => string

/** The last draft of a file that waits for its owner since its check-out has ended. */
export function useEarlierDraft(path: string): ListedDraft | undefined {
  const drafts = useQuery(draftsQuery).data
  return drafts?.find((draft) => draft.path === path && draft.state === 'setAside')
}

/** Why a draft waits, and since when. */
export function earlierText({ endedOn, savedOn }: ListedDraft, t: Translate): string {
  const saved = formatDateTime(savedOn)
  if (endedOn === undefined) return t('editor.earlier.setAside', { saved })
  return t('editor.earlier.released', { on: formatDateTime(endedOn), saved })
}

interface EarlierDraftProps {
  path: string
  /** Saves the open draft; undefined when it cannot be saved. */
  save: () => Promise<string | undefined>
  /** The earlier draft is the open one now. */
  onContinued: () => void
}

/** Offers an earlier draft of the file while another one is edited. */
export function EarlierDraft({ path, save, onContinued }: EarlierDraftProps) {
  const { t } = useTranslation()
  const earlier = useEarlierDraft(path)
  const [passed, setPassed] = useState<string>()
  const resume = useMutation({
    mutationFn: async ({ id }: ListedDraft) => {
      if ((await save()) === undefined) return false
      await continueDraft(id)
      return true
    },
    onSuccess: (isContinued) => {
      if (isContinued) onContinued()
      else showToast({ tone: 'warning', text: t('editor.earlier.notSaved') })
    },
    onError: showProblem,
  })
  if (!earlier || passed === earlier.id) return null
  return (
    <Notice tone="info" title={t('editor.earlier.title')}>
      <p>
        {earlierText(earlier, t)} {t('editor.earlier.open')}
      </p>
      <div className="ed-buttons">
        <Button size="sm" icon="edit" busy={resume.isPending} onClick={() => resume.mutate(earlier)}>
          {t('editor.earlier.continue')}
        </Button>
        <LinkButton size="sm" icon="compare" href={href(paths.draft(earlier.id))}>
          {t('workspace.drafts.compare')}
        </LinkButton>
        <Button size="sm" variant="ghost" onClick={() => setPassed(earlier.id)}>
          {t('editor.earlier.later')}
        </Button>
      </div>
    </Notice>
  )
}
