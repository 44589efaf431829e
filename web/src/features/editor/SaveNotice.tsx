import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showProblem } from '@/lib/showProblem'
import { Button } from '@/ui/Button'
import { Notice } from '@/ui/Notice'
import { useStore } from '@/ui/store'
import type { Saver } from './saving/saver'

interface SaveNoticeProps {
  saver: Saver
  /** This tab has the draft now, with the text that another one saved. */
  onTakenOver: (text: string) => void
  onDownload: () => void
}

/** Tells why the text is not saved, with the actions that help. */
export function SaveNotice({ saver, onTakenOver, onDownload }: SaveNoticeProps) {
  const { t } = useTranslation()
  const state = useStore(saver.state)
  const isKept = useStore(saver.isKept)
  const takeOver = useMutation({ mutationFn: saver.takeOver })
  const take = () =>
    takeOver.mutate(undefined, {
      onSuccess: (theirs) => theirs && onTakenOver(theirs.text),
      onError: showProblem,
    })
  const download = (
    <Button size="sm" icon="download" onClick={onDownload}>
      {t('editor.download')}
    </Button>
  )
  const unsaved = isKept ? 'editor.elsewhere.unsaved' : 'editor.unkept'
  switch (state.kind) {
    case 'waiting':
      return (
        <Notice tone="info" title={t(`editor.waiting.${state.reason}`)}>
          <p>{isKept ? t('editor.waiting.kept', { count: state.seconds }) : t('editor.unkept')}</p>
          <div className="ed-buttons">
            <Button size="sm" icon="retry" onClick={() => void saver.flush()}>
              {t('editor.waiting.now')}
            </Button>
            {!isKept && download}
          </div>
        </Notice>
      )
    case 'elsewhere':
      return (
        <Notice tone="warning" title={t('editor.elsewhere.title')}>
          <p>{t(saver.hasUnconfirmed() ? unsaved : 'editor.elsewhere.text')}</p>
          <div className="ed-buttons">
            <Button size="sm" icon="edit" busy={takeOver.isPending} onClick={take}>
              {t('editor.elsewhere.takeOver')}
            </Button>
            {saver.hasUnconfirmed() && !isKept && download}
          </div>
        </Notice>
      )
    case 'refused':
      return (
        <Notice tone="danger" title={t('editor.refused.title')}>
          <p>
            {state.message} {t('editor.refused.text')}
          </p>
          {download}
        </Notice>
      )
    case 'notMine':
      return (
        <Notice tone="danger" title={t('editor.notMine.title')}>
          <p>
            {state.message} {t(isKept ? 'editor.notMine.text' : 'editor.unkept')}
          </p>
          {download}
        </Notice>
      )
    default:
      return null
  }
}
