import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBytes } from '@/lib/format'
import { Icon } from '@/ui/Icon'
import { IconButton } from '@/ui/IconButton'
import { ProgressBar } from '@/ui/ProgressBar'
import { useStore } from '@/ui/store'
import { type Upload, uploadStore } from './uploads'
import './imports.css'

/** The running uploads, in a corner of every page; nothing when there are none. */
export function UploadPanel() {
  const { t } = useTranslation()
  const uploads = useStore(uploadStore)
  useWarningBeforeLeaving(uploads.some(({ state }) => state !== 'failed'))
  if (uploads.length === 0) return null
  return (
    <section ref={keepCorner} className="im-uploads" aria-label={t('imports.upload.panel')}>
      {uploads.map((upload) => (
        <UploadCard key={upload.id} upload={upload} />
      ))}
    </section>
  )
}

/** Has the messages of the same corner stand above the panel as long as it is there. */
function keepCorner(panel: HTMLElement): () => void {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty('--af-corner', `${panel.offsetHeight + 8}px`))
  observer.observe(panel)
  return () => {
    observer.disconnect()
    style.removeProperty('--af-corner')
  }
}

function UploadCard({ upload }: { upload: Upload }) {
  const { t } = useTranslation()
  const { name, size, percent, state, problem, retry, cancel } = upload
  return (
    <div className="im-upload">
      <div className="im-upload-head">
        <Icon name="package" />
        <span className="im-name">{name}</span>
        {state === 'failed' && (
          <IconButton icon="retry" size="sm" label={t('imports.upload.retry', { name })} onClick={retry} />
        )}
        <IconButton
          icon="close"
          size="sm"
          label={t(state === 'failed' ? 'imports.upload.dismiss' : 'imports.upload.cancel', { name })}
          onClick={cancel}
        />
      </div>
      {state === 'failed' ? (
        <p role="alert" className="im-upload-problem">
          {problem}
        </p>
      ) : (
        <>
          <ProgressBar label={t('imports.upload.progress', { name })} labelHidden percent={percent} />
          {/* Polite, and without the percentage: a screen reader would speak all the time. */}
          <p className="af-hint mb-0" role="status">
            {state === 'interrupted'
              ? t('imports.upload.interrupted')
              : t('imports.upload.sending', { size: formatBytes(size) })}
          </p>
        </>
      )}
    </div>
  )
}

/** Asks for confirmation before the page is closed during an upload. */
function useWarningBeforeLeaving(active: boolean): void {
  useEffect(() => {
    if (!active) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [active])
}
