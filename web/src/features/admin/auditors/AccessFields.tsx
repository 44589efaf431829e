import { useQuery } from '@tanstack/react-query'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { complianceQuery } from '@/api/compliance'
import { manualsQuery } from '@/api/library'
import { CheckboxGroup } from '@/ui/CheckboxGroup'
import { DayField } from '../DayField'
import type { AuditorForm } from './auditorForm'

/** The collections and manuals that an auditor may read, and until which day. */
export function AccessFields({ form }: { form: UseFormReturn<AuditorForm> }) {
  const { t } = useTranslation()
  const collections = useQuery(complianceQuery()).data ?? []
  const manuals = useQuery(manualsQuery()).data ?? []
  const { errors } = form.formState
  return (
    <>
      <Controller
        control={form.control}
        name="until"
        rules={{ validate: (day) => day !== '' || t('auditors.untilEmpty') }}
        render={({ field }) => (
          <DayField
            label={t('auditors.until')}
            hint={t('auditors.untilHint')}
            error={errors.until?.message}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <Controller
        control={form.control}
        name="collectionIds"
        rules={{
          validate: (chosen, { manualPaths }) =>
            chosen.length + manualPaths.length > 0 || t('auditors.placesEmpty'),
        }}
        render={({ field }) => (
          <CheckboxGroup
            legend={t('auditors.collections')}
            hint={collections.length === 0 ? t('auditors.noCollections') : undefined}
            error={errors.collectionIds?.message}
            options={collections.map(({ id, policyCollectionName }) => ({
              value: id,
              label: policyCollectionName,
            }))}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <Controller
        control={form.control}
        name="manualPaths"
        render={({ field }) => (
          <CheckboxGroup
            legend={t('auditors.manuals')}
            hint={manuals.length === 0 ? t('auditors.noManuals') : undefined}
            error={errors.manualPaths?.message}
            options={manuals.map(({ path }) => ({ value: path, label: path.slice(1) }))}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
    </>
  )
}
