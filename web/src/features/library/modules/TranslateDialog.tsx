import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { requestCalls } from '@/api/changeRequests'
import { useEditingRules } from '@/api/editing'
import { fileQuery } from '@/api/library'
import { useMe } from '@/api/queries'
import { createTranslation, moduleLanguagesQuery } from '@/api/translations'
import type { File, ModuleLanguage } from '@/api/types'
import { can } from '@/lib/can'
import { RequestSelect } from '@/lib/changeRequests/RequestSelect'
import { currentLanguage } from '@/lib/i18n'
import { href, paths } from '@/lib/paths'
import { chained, QueryFrame } from '@/lib/QueryFrame'
import { languageName, languageOptions } from '@/lib/regions'
import { TranslationChip } from '@/lib/TranslationChip'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import type { Option } from '@/ui/option'
import { Select } from '@/ui/Select'

interface TranslateDialogProps {
  /** The path of the original, or of one of its translations. */
  path: string
  /** The language that is chosen first. */
  language?: string
  onClose: () => void
}

interface TranslationForm {
  language: string
  techName: string
  infoName: string
  comment: string
  /** Empty for none. */
  changeRequestId: string
}

/** The translations of a module, to open one of them or to begin another. */
export function TranslateDialog({ path, language, onClose }: TranslateDialogProps) {
  const { t } = useTranslation()
  const languages = useQuery(moduleLanguagesQuery(path))
  const original = languages.data?.[0]?.path ?? path
  const file = useQuery({ ...fileQuery(original, {}), enabled: languages.data !== undefined })
  if (languages.data && file.data) {
    return (
      <TranslationFormDialog
        file={file.data}
        languages={languages.data.slice(1)}
        language={language}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog title={t('translation.action')} onClose={onClose}>
      <QueryFrame query={chained(languages, file)} failedTitle={t('translation.failed')}>
        {() => null}
      </QueryFrame>
    </Dialog>
  )
}

interface TranslationFormDialogProps {
  /** The original. */
  file: File
  /** The other languages. */
  languages: readonly ModuleLanguage[]
  language: string | undefined
  onClose: () => void
}

function TranslationFormDialog({ file, languages, language, onClose }: TranslationFormDialogProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isCommentRequired = useEditingRules(can.editContent(useMe()))?.commentRequired ?? false
  const name = (tag: string) => languageName(tag, currentLanguage())
  const made = languages.flatMap(({ path, state, ...one }) =>
    path && state ? [{ ...one, path, state }] : [],
  )
  const options = languagesLeft(file, languages, currentLanguage())
  const form = useForm<TranslationForm>({
    defaultValues: {
      language: language ?? options[0]?.value ?? '',
      techName: '',
      infoName: '',
      comment: '',
      changeRequestId: '',
    },
  })
  const save = async ({ changeRequestId, ...values }: TranslationForm) => {
    const body = { ...values, changeRequestId: changeRequestId || undefined }
    const { path } = await createTranslation(file.path, body)
    onClose()
    void navigate(paths.translation(path))
  }
  const { submit, busy, problem } = useFormSave(form, save)
  const { errors } = form.formState
  return (
    <Dialog
      title={t('translation.of', { name: file.title || file.code })}
      busy={busy}
      staticBackdrop={form.formState.isDirty}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" variant="primary" busy={busy} busyText={t('translation.beginning')}>
            {t('translation.begin')}
          </Button>
        </>
      }
    >
      <FormProblem>{problem?.message}</FormProblem>
      {made.length > 0 && (
        <ul className="list-unstyled" aria-label={t('translation.existing')}>
          {made.map(({ language: tag, path, state }) => (
            <li key={path}>
              <a href={href(paths.translation(path))} onClick={onClose}>
                {name(tag)}
              </a>{' '}
              <TranslationChip state={state} />
            </li>
          ))}
        </ul>
      )}
      <Select
        label={t('translation.language')}
        options={options}
        error={errors.language?.message}
        {...form.register('language')}
      />
      <Field
        label={t('modules.new.techName')}
        hint={t('translation.titleHint', { name: file.title })}
        error={errors.techName?.message}
        {...form.register('techName')}
      />
      <Field
        label={t('modules.new.infoName')}
        error={errors.infoName?.message}
        {...form.register('infoName')}
      />
      <Field
        label={t('modules.comment')}
        required={isCommentRequired}
        error={errors.comment?.message}
        {...form.register('comment')}
      />
      <RequestSelect
        calls={requestCalls}
        manualPath={file.path.split('/').slice(0, 3).join('/')}
        value={form.watch('changeRequestId')}
        onChange={(id) => form.setValue('changeRequestId', id, { shouldDirty: true })}
      />
    </Dialog>
  )
}

/** The languages that a module does not have yet, those of its manual first. */
export function languagesLeft(
  file: Pick<File, 'language'>,
  languages: readonly ModuleLanguage[],
  locale: string,
): Option[] {
  const had = new Set([
    file.language,
    ...languages.filter(({ path }) => path).map(({ language }) => language),
  ])
  const wanted = languages.filter(({ path }) => !path).map(({ language }) => language)
  const options = languageOptions(locale).filter(({ value }) => !had.has(value))
  const first = wanted.map((value) => ({ value, label: languageName(value, locale) }))
  return [...first, ...options.filter(({ value }) => !wanted.includes(value))]
}
