import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { editGraphic } from '@/api/forms'
import { mediaCalls, oneMediaQuery } from '@/api/media'
import type { EditedGraphic, GraphicFields } from '@/api/types'
import { mediaTokenQuery, mediaUrl } from '@/api/view'
import { MediaPicker } from '@/lib/library/media/MediaPicker'
import { UploadMediaDialog } from '@/lib/library/media/UploadMediaDialog'
import { Button } from '@/ui/Button'
import { Code } from '@/ui/Code'
import { Dialog } from '@/ui/Dialog'
import { FormProblem } from '@/ui/FormProblem'
import { Notice } from '@/ui/Notice'
import { FormFrame, useFormQuery } from './FormFrame'
import { problemText } from './formProblem'
import { applyEdits, draftOf, type FormTarget } from './formText'
import './forms.css'

interface GraphicDialogProps {
  target: FormTarget
  onClose: () => void
}

/** The image of a figure: chosen from the media of the database, uploaded, or replaced. */
export function GraphicDialog({ target, onClose }: GraphicDialogProps) {
  const { t } = useTranslation()
  const query = useFormQuery('graphic', () => editGraphic(draftOf(target), target.position))
  return (
    <FormFrame title={t('forms.graphic.title')} query={query} onClose={onClose}>
      {({ graphics }: EditedGraphic) => <GraphicForm graphics={graphics} target={target} onClose={onClose} />}
    </FormFrame>
  )
}

type Step =
  | { kind: 'list' }
  | { kind: 'pick' | 'upload'; number: number }
  | { kind: 'replace'; number: number; name: string }

interface GraphicFormProps extends GraphicDialogProps {
  graphics: readonly GraphicFields[]
}

function GraphicForm({ graphics, target, onClose }: GraphicFormProps) {
  const { t } = useTranslation()
  const csdb = target.path.split('/')[1] ?? ''
  const [step, setStep] = useState<Step>({ kind: 'list' })
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const back = () => setStep({ kind: 'list' })
  const show = async (number: number, media: string) => {
    back()
    setBusy(true)
    try {
      const { edits } = await editGraphic(draftOf(target), target.position, { number, media })
      if (applyEdits(target, edits)) return onClose()
      setProblem(t('forms.staleFields'))
    } catch (error) {
      setProblem(error instanceof Error ? problemText(error) : String(error))
    }
    setBusy(false)
  }
  switch (step.kind) {
    case 'pick':
      return (
        <MediaPicker
          calls={mediaCalls}
          csdb={csdb}
          onPick={(media) => void show(step.number, media.path)}
          onClose={back}
        />
      )
    case 'upload':
      return (
        <UploadMediaDialog
          calls={mediaCalls}
          csdb={csdb}
          onUploaded={(name) => void show(step.number, `/${csdb}/MULTIMEDIA/${name}`)}
          onClose={back}
        />
      )
    case 'replace':
      return <ReplaceDialog csdb={csdb} name={step.name} onClose={back} />
    case 'list':
      return (
        <Dialog
          title={t('forms.graphic.title')}
          busy={busy}
          onClose={onClose}
          footer={<Button onClick={onClose}>{t('ui.close')}</Button>}
        >
          <FormProblem>{problem}</FormProblem>
          {graphics.length === 0 && (
            <Notice tone="info" title={t('forms.graphic.none')}>
              {t('forms.graphic.noneText')}
            </Notice>
          )}
          {graphics.map((graphic, index) => (
            <GraphicRow
              // biome-ignore lint/suspicious/noArrayIndexKey: their number and order are those of the text.
              key={index}
              csdb={csdb}
              graphic={graphic}
              number={index}
              busyReason={busy ? t('forms.applying') : undefined}
              onStep={setStep}
            />
          ))}
          {graphics.length > 0 && <p className="af-hint">{t('forms.graphic.replaceHint')}</p>}
        </Dialog>
      )
  }
}

interface GraphicRowProps {
  csdb: string
  graphic: GraphicFields
  number: number
  /** Why nothing can be done now. */
  busyReason: string | undefined
  onStep: (step: Step) => void
}

function GraphicRow({
  csdb,
  graphic: { ident, media, hotspots },
  number,
  busyReason,
  onStep,
}: GraphicRowProps) {
  const { t } = useTranslation()
  const token = useQuery(mediaTokenQuery(csdb)).data
  const name = media?.split('/').at(-1)
  const label = { number: number + 1 }
  return (
    <fieldset className="ef-group">
      <legend>{t('forms.graphic.sheet', label)}</legend>
      {media !== undefined && token && (
        <img className="ef-thumb" src={mediaUrl(media, { ...token, as: 'thumb' })} alt="" />
      )}
      <p>
        <Code>{ident}</Code> {media === undefined && t('forms.graphic.missing')}
      </p>
      {hotspots.length > 0 && (
        <details className="ef-hotspots">
          <summary>{t('forms.graphic.hotspots', { count: hotspots.length })}</summary>
          <ul>
            {hotspots.map(({ object, title }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two hotspots may be the same.
              <li key={index}>
                <Code>{object}</Code> {title}
              </li>
            ))}
          </ul>
        </details>
      )}
      <div className="ef-buttons">
        <Button
          icon="illustration"
          aria-label={t('forms.graphic.chooseOf', label)}
          disabledReason={busyReason}
          onClick={() => onStep({ kind: 'pick', number })}
        >
          {t('forms.graphic.choose')}
        </Button>
        <Button
          icon="import"
          aria-label={t('forms.graphic.uploadOf', label)}
          disabledReason={busyReason}
          onClick={() => onStep({ kind: 'upload', number })}
        >
          {t('forms.graphic.upload')}
        </Button>
        <Button
          icon="reload"
          aria-label={t('forms.graphic.replaceOf', label)}
          disabledReason={name === undefined ? t('forms.graphic.notInLibrary') : busyReason}
          onClick={() => name !== undefined && onStep({ kind: 'replace', number, name })}
        >
          {t('forms.graphic.replace')}
        </Button>
      </div>
    </fieldset>
  )
}

interface ReplaceDialogProps {
  csdb: string
  name: string
  onClose: () => void
}

/** New content for a media file, under the same name. */
function ReplaceDialog({ csdb, name, onClose }: ReplaceDialogProps) {
  const { t } = useTranslation()
  const query = useQuery(oneMediaQuery(csdb, name))
  return (
    <FormFrame title={t('media.upload.title')} query={query} onClose={onClose}>
      {(replaced) =>
        replaced && <UploadMediaDialog calls={mediaCalls} csdb={csdb} replaced={replaced} onClose={onClose} />
      }
    </FormFrame>
  )
}
