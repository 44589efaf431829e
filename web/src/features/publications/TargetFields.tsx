import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { profilesQuery } from '@/api/library'
import { blockersQuery, operatorFleet } from '@/api/publications'
import { listComma } from '@/lib/format'
import { currentLanguage } from '@/lib/i18n'
import { languageName } from '@/lib/regions'
import { CheckboxGroup } from '@/ui/CheckboxGroup'
import { Field } from '@/ui/Field'
import { Notice } from '@/ui/Notice'
import { allContent, goneTargets, mostTargets, type PublishForm } from './publishForm'
import type { LoadedTargets } from './useKnownTargets'

/** Aircraft that are offered at once; a text finds the others. */
const mostOffered = 20

interface FieldProps {
  form: UseFormReturn<PublishForm>
  manualPath: string
}

interface TargetFieldsProps extends FieldProps {
  known: LoadedTargets
}

/** The profiles, aircraft and languages that a publication is for. */
export function TargetFields({ form, manualPath, known }: TargetFieldsProps) {
  const { t } = useTranslation()
  const profiles = useQuery(profilesQuery(manualPath)).data ?? []
  const names = [allContent, ...profiles.map(({ name }) => name).filter((name) => name !== allContent)]
  const gone = known.open || form.watch('operator') === '' ? [] : goneTargets(form.watch(), known)
  const chosen = (values: string[]) => {
    const count = values.length + form.getValues('aircraft').length - gone.length
    if (count === 0) return t('publications.publish.profileMissing')
    return count <= mostTargets || t('publications.publish.tooManyTargets', { count: mostTargets })
  }
  return (
    <>
      <Controller
        control={form.control}
        name="profiles"
        rules={{ validate: chosen }}
        render={({ field, fieldState }) => (
          <CheckboxGroup
            legend={t('publications.profiles')}
            value={field.value}
            onChange={field.onChange}
            hint={t('publications.publish.profilesHint')}
            error={fieldState.error?.message}
            options={names.map((value) => ({
              value,
              label: value === allContent ? t('publications.allContent') : value,
            }))}
          />
        )}
      />
      <AircraftField form={form} />
      {gone.length > 0 && (
        <Notice
          tone="warning"
          title={t('publications.publish.targets.gone', { names: gone.join(listComma()) })}
        />
      )}
      <LanguagesField form={form} manualPath={manualPath} />
    </>
  )
}

/** Aircraft of the operator that get files of their own. */
function AircraftField({ form }: { form: UseFormReturn<PublishForm> }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const operator = form.watch('operator')
  const { data: fleet = [] } = useQuery({ ...operatorFleet(operator), enabled: operator !== '' })
  if (operator === '' || fleet.length === 0) return null
  const wanted = text.trim().toLowerCase()
  const isFound = ({ registration, serialNumber }: (typeof fleet)[number]) =>
    [registration, serialNumber].some((one) => one.toLowerCase().includes(wanted))
  return (
    <Controller
      control={form.control}
      name="aircraft"
      render={({ field, fieldState }) => {
        const found = fleet.filter(isFound).slice(0, mostOffered)
        const offered = fleet.filter((one) => found.includes(one) || field.value.includes(one.registration))
        return (
          <>
            {fleet.length > mostOffered && (
              <Field
                label={t('publications.publish.findAircraft')}
                value={text}
                onChange={({ target }) => setText(target.value)}
              />
            )}
            <CheckboxGroup
              legend={t('publications.aircraft')}
              inline
              value={field.value}
              onChange={field.onChange}
              hint={t('publications.publish.aircraftHint')}
              error={fieldState.error?.message}
              options={offered.map(({ registration, model }) => ({
                value: registration,
                label: `${registration} (${model})`,
              }))}
            />
          </>
        )
      }}
    />
  )
}

/** The languages of a draft. What is left out is remembered, so that a new language of the manual goes out, too. */
function LanguagesField({ form, manualPath }: FieldProps) {
  const { t } = useTranslation()
  const languages = useQuery(blockersQuery(manualPath)).data?.languages ?? []
  const isDraft = form.watch('type') === 'draft'
  if (languages.length < 2) return null
  return (
    <Controller
      control={form.control}
      name="leftOutLanguages"
      rules={{
        validate: (leftOut) =>
          form.getValues('type') !== 'draft' ||
          languages.some((language) => !leftOut.includes(language)) ||
          t('publications.publish.languageMissing'),
      }}
      render={({ field, fieldState }) => (
        <CheckboxGroup
          legend={t('publications.languages')}
          inline
          value={isDraft ? languages.filter((language) => !field.value.includes(language)) : languages}
          onChange={(chosen) => field.onChange(languages.filter((language) => !chosen.includes(language)))}
          hint={isDraft ? undefined : t('publications.publish.languagesHint')}
          error={fieldState.error?.message}
          options={languages.map((value) => ({
            value,
            label: languageName(value, currentLanguage()),
            disabled: !isDraft,
          }))}
        />
      )}
    />
  )
}
