import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { File } from '@/api/types'
import { downloadText } from '@/lib/downloadText'
import { keyOf } from '@/lib/library/objects'
import { Button } from '@/ui/Button'
import { Notice } from '@/ui/Notice'
import { PageHead } from '@/ui/PageHead'
import { type CompareHandle, TextCompare } from './source/TextCompare'

interface TextChoiceProps {
  file: File
  title: string
  text: string
  /** The text that the server has. */
  saved: string
  /** The text of this browser. */
  own: string
  busy?: boolean
  onChoose: (text: string) => void
}

/** Two texts of one draft: the user takes one of them, or puts one together. */
export function TextChoice({ file, title, text, saved, own, busy, onChoose }: TextChoiceProps) {
  const { t } = useTranslation()
  const compare = useRef<CompareHandle>(null)
  const key = keyOf(file.path)
  return (
    <div className="ed-choice">
      <PageHead title={file.title || file.code} purpose={key} />
      <Notice tone="warning" title={title}>
        <p>{text}</p>
        <div className="ed-buttons">
          <Button
            variant="primary"
            icon="success"
            busy={busy}
            onClick={() => onChoose(compare.current?.text() ?? own)}
          >
            {t('editor.choice.own')}
          </Button>
          <Button onClick={() => onChoose(saved)}>{t('editor.choice.saved')}</Button>
          <Button icon="download" onClick={() => downloadText(`${key}.saved.XML`, saved)}>
            {t('editor.choice.downloadSaved')}
          </Button>
          <Button icon="download" onClick={() => downloadText(`${key}.own.XML`, own)}>
            {t('editor.choice.downloadOwn')}
          </Button>
        </div>
      </Notice>
      <TextCompare
        ref={compare}
        editable
        left={{ label: t('editor.choice.savedLabel'), text: saved }}
        right={{ label: t('editor.choice.ownLabel'), text: own }}
      />
    </div>
  )
}
