import { useQuery } from '@tanstack/react-query'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { blockersQuery, earlierPublications } from '@/api/publications'
import { CheckboxGroup } from '@/ui/CheckboxGroup'
import { Select } from '@/ui/Select'
import {
  bookLanguages,
  isBaseFor,
  isIncremental,
  outputFormats,
  type PublishForm,
  reviseTypes,
} from './publishForm'

interface ContentFieldsProps {
  form: UseFormReturn<PublishForm>
  manualPath: string
}

/** The content of the publication: formats, and how much of the manual. */
export function ContentFields({ form, manualPath }: ContentFieldsProps) {
  const { t } = useTranslation()
  const { errors } = form.formState
  const [formats, kinds] = form.watch(['formats', 'reviseTypes'])
  const needsOne = (message: string) => (list: string[]) => list.length > 0 || t(message)
  const found = useQuery(blockersQuery(manualPath)).data
  const unavailable = found?.unavailableFormats ?? []
  const hintOf = (chosen: string[]) =>
    [
      chosen.includes('html') ? t('publications.publish.siteHint') : '',
      found && unavailable.includes('pdf') ? t(`publications.publish.engine.${found.pdfEngine}`) : '',
    ]
      .filter((hint) => hint !== '')
      .join(' ') || undefined
  return (
    <>
      <Controller
        control={form.control}
        name="formats"
        rules={{ validate: needsOne('publications.publish.formatMissing') }}
        render={({ field }) => (
          <CheckboxGroup
            legend={t('publications.formats')}
            inline
            value={field.value}
            onChange={field.onChange}
            hint={hintOf(field.value)}
            error={errors.formats?.message}
            options={outputFormats.map((value) => ({
              value,
              label: t(`publications.format.${value}`),
              // One that was chosen can still be taken back.
              disabled: unavailable.includes(value) && !field.value.includes(value),
            }))}
          />
        )}
      />
      {formats.includes('pdf') && (
        <Select
          label={t('publications.publish.bookLanguages')}
          error={errors.bookLanguages?.message}
          options={bookLanguages.map((value) => ({
            value,
            label: t(`publications.publish.bookLanguage.${value}`),
          }))}
          {...form.register('bookLanguages')}
        />
      )}
      <Controller
        control={form.control}
        name="reviseTypes"
        rules={{ validate: needsOne('publications.publish.reviseTypeMissing') }}
        render={({ field }) => (
          <CheckboxGroup
            legend={t('publications.reviseTypes')}
            inline
            value={field.value}
            onChange={field.onChange}
            error={errors.reviseTypes?.message}
            options={reviseTypes.map((value) => ({ value, label: t(`publications.reviseType.${value}`) }))}
          />
        )}
      />
      {isIncremental({ formats, reviseTypes: kinds }) && <SinceField form={form} manualPath={manualPath} />}
    </>
  )
}

function SinceField({ form, manualPath }: ContentFieldsProps) {
  const { t } = useTranslation()
  const earlier = useQuery(earlierPublications(manualPath)).data?.items ?? []
  const [type, operator, profiles, aircraft] = form.watch(['type', 'operator', 'profiles', 'aircraft'])
  const fits = isBaseFor({ type, operator, profiles, aircraft })
  const chosen = form.watch('since')
  return (
    <Select
      label={t('publications.since')}
      hint={t('publications.sinceHint')}
      error={form.formState.errors.since?.message}
      options={[
        { value: '', label: t('publications.sinceApproved') },
        ...earlier
          // The chosen one stays in sight: it is what would be sent.
          .filter((one) => one.id === chosen || fits(one))
          .map(({ id, number, revision, state }) => ({
            value: id,
            label: t('publications.option', { number, revision, state: t(`publications.state.${state}`) }),
          })),
      ]}
      {...form.register('since', {
        validate: (id) => {
          const base = earlier.find((one) => one.id === id)
          return base === undefined || fits(base) || t('publications.publish.sinceUnfit')
        },
      })}
    />
  )
}
