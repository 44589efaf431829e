import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type CollectionFormat, saveCollection } from '@/api/regulations'
import type { Compliance } from '@/api/types'
import { showProblem } from '@/lib/showProblem'
import { DropdownMenu } from '@/ui/DropdownMenu'
import { Icon } from '@/ui/Icon'

const formats = [
  { format: 'xlsx', icon: 'spreadsheet' },
  { format: 'csv', icon: 'file' },
  { format: 'oscal', icon: 'xml' },
] as const

/** Gives a collection as a file. */
export function CollectionExport({ collection }: { collection: Compliance }) {
  const { t } = useTranslation()
  const save = useMutation({
    mutationFn: (format: CollectionFormat) =>
      saveCollection(collection.id, collection.policyCollectionName, format),
    onError: showProblem,
  })
  return (
    <DropdownMenu
      label={t('library.export.label')}
      trigger={
        <>
          {save.isPending ? <span className="af-spinner" aria-hidden="true" /> : <Icon name="download" />}
          {t('library.export.label')}
        </>
      }
      buttonClassName="btn af-btn-secondary"
      items={formats.map(({ format, icon }) => ({
        kind: 'action' as const,
        label: t(`regulations.export.${format}`),
        icon,
        onSelect: () => save.mutate(format),
      }))}
    />
  )
}
