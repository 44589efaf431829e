import { useQuery } from '@tanstack/react-query'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { complianceQuery } from '@/api/compliance'
import { manualsQuery } from '@/api/library'
import type { QueryResult } from '@/lib/QueryFrame'
import { CheckboxGroup } from '@/ui/CheckboxGroup'
import { DayField } from '../DayField'
import type { AuditorForm } from './auditorForm'

/** The collections and manuals that an auditor may read, and until which day. */
export function AccessFields({ form }: { form: UseFormReturn<AuditorForm> }) {
  const { t } = useTranslation()
  const collections = useQuery(complianceQuery())
  const manuals = useQuery(manualsQuery())
  // That there are none is said only when the server has said so.
  const hintOf = ({ data, error }: QueryResult<readonly unknown[]>, none: string) =>
    data?.length === 0 ? none : data ? undefined : error?.message
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
            hint={hintOf(collections, t('auditors.noCollections'))}
            error={errors.collectionIds?.message}
            options={(collections.data ?? []).map(({ id, policyCollectionName }) => ({
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
            hint={hintOf(manuals, t('auditors.noManuals'))}
            error={errors.manualPaths?.message}
            options={(manuals.data ?? []).map(({ path }) => ({ value: path, label: path.slice(1) }))}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
    </>
  )
}
