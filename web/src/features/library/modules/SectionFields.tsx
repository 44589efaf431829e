import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { ModuleOptions, Outline } from '@/api/types'
import { depthOf } from '@/lib/library/outline'
import { Select } from '@/ui/Select'
import { lostSection, type NewModuleForm } from './newModule'

interface SectionFieldsProps {
  form: UseFormReturn<NewModuleForm>
  options: ModuleOptions
  /** The entries of the chosen publication. */
  outline: UseQueryResult<Outline>
}

/** The section of a publication that a new module is entered in. */
export function SectionFields({ form, options, outline }: SectionFieldsProps) {
  const { t } = useTranslation()
  const [publication, section] = form.watch(['publication', 'section'])
  const { errors } = form.formState
  const sha256 = outline.data?.sha256
  useEffect(() => {
    const before = form.getValues('sha256')
    if (sha256 === undefined || sha256 === before) return
    // The numbers of sections are those of other contents now.
    if (before !== '' && form.getValues('section') !== '') form.setValue('section', lostSection)
    form.setValue('sha256', sha256)
  }, [form, sha256])
  if (options.publications.length === 0) return null
  const isLost = section === lostSection
  const entries = outline.data?.entries ?? []
  const sections = entries.flatMap((entry, number) =>
    entry.kind === 'section'
      ? [
          {
            value: String(number),
            label: `${'\u2003'.repeat(depthOf(entries, number))}${entry.title || t('modules.outline.untitled')}`,
          },
        ]
      : [],
  )
  return (
    <div className="nm-row">
      <Select
        label={t('modules.new.publication')}
        hint={publication === '' ? undefined : t('modules.new.publicationHint')}
        options={[
          { value: '', label: t('modules.new.noPublication') },
          ...options.publications.map(({ path, title, language, heldBy }) => ({
            value: path,
            label:
              heldBy === undefined
                ? `${title} (${language})`
                : t('modules.new.heldPublication', { title, holder: heldBy }),
            disabled: heldBy !== undefined,
          })),
        ]}
        value={publication}
        onChange={({ target }) => {
          form.setValue('publication', target.value, { shouldDirty: true })
          form.setValue('section', '')
          form.setValue('sha256', '')
        }}
      />
      {publication !== '' && (
        <Select
          label={t('modules.new.section')}
          error={
            errors.section?.message ??
            outline.error?.message ??
            (isLost ? t('modules.new.sectionChanged') : undefined)
          }
          disabled={outline.data === undefined}
          options={[
            ...(isLost ? [{ value: lostSection, label: t('modules.new.sectionMissing') }] : []),
            { value: '', label: t('modules.new.noSection') },
            ...sections,
          ]}
          value={section}
          onChange={({ target }) => form.setValue('section', target.value, { shouldDirty: true })}
        />
      )}
    </div>
  )
}
