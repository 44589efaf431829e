import { useQuery } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { chaptersQuery } from '@/api/compliance'
import { manualsQuery } from '@/api/library'
import type { PolicyChapter } from '@/api/types'
import { FormProblem } from '@/ui/FormProblem'
import { Select } from '@/ui/Select'
import type { ReferenceForm } from './referenceForm'

/** A chapter by its number and title; one without a number has its title in its name. */
const chapterOption = ({ name, title }: PolicyChapter) => ({
  value: name,
  label: name.endsWith(title) ? name : `${name} ${title}`,
})

/** A whole manual, or one of the chapters in its contents. */
export function ManualPlace({ form }: { form: UseFormReturn<ReferenceForm> }) {
  const { t } = useTranslation()
  const manuals = useQuery(manualsQuery())
  const { errors } = form.formState
  const manual = form.watch('manual')
  const chapters = useQuery(chaptersQuery(manual))
  return (
    <>
      <FormProblem>{manuals.error?.message ?? chapters.error?.message}</FormProblem>
      <Select
        label={t('compliance.filter.manual')}
        error={errors.manual?.message}
        required
        options={[
          { value: '', label: t('compliance.referenceForm.chooseManual') },
          ...(manuals.data ?? []).map(({ path }) => ({ value: path, label: path.slice(1) })),
        ]}
        {...form.register('manual', { onChange: () => form.setValue('chapter', '') })}
      />
      {manual !== '' && (
        <Select
          key={manual}
          label={t('compliance.referenceForm.chapter')}
          error={errors.chapter?.message}
          options={[
            { value: '', label: t('compliance.referenceForm.wholeManual') },
            ...(chapters.data ?? []).map(chapterOption),
          ]}
          {...form.register('chapter')}
        />
      )}
    </>
  )
}
