import { useTranslation } from 'react-i18next'
import type { Package } from '@/api/types'
import { formatBytes, formatDateTime } from '@/lib/format'
import { href, paths } from '@/lib/paths'
import type { Column } from '@/ui/Table'
import { CountChips, StateChip } from './PackageChips'

const isChecked = ({ summary, counts }: Package) => summary !== undefined || counts.block > 0

export function usePackageColumns(): Column<Package>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'fileName',
      header: t('imports.column.file'),
      cell: ({ id, fileName, csdbName, manualName }) => (
        <>
          <a className="im-name" href={href(paths.import({ package: id }))}>
            {fileName}
          </a>
          {csdbName && manualName && (
            <a className="im-manual af-hint d-block mt-0" href={href(paths.manual(csdbName, manualName))}>
              /{csdbName}/{manualName}
            </a>
          )}
        </>
      ),
    },
    {
      key: 'state',
      header: t('imports.column.state'),
      cell: ({ state }) => <StateChip state={state} />,
    },
    {
      key: 'findings',
      header: t('imports.column.findings'),
      hideBelow: 'md',
      cell: (pack) => (isChecked(pack) ? <CountChips counts={pack.counts} /> : t('imports.none')),
    },
    {
      key: 'size',
      header: t('imports.column.size'),
      align: 'end',
      hideBelow: 'lg',
      cell: ({ size }) => <span className="text-nowrap">{formatBytes(size)}</span>,
    },
    {
      key: 'uploadedBy',
      header: t('imports.column.by'),
      hideBelow: 'xl',
      cell: ({ uploadedBy }) => uploadedBy,
    },
    {
      key: 'uploadedOn',
      header: t('imports.column.on'),
      hideBelow: 'lg',
      cell: ({ uploadedOn }) => <span className="text-nowrap">{formatDateTime(uploadedOn)}</span>,
    },
  ]
}
