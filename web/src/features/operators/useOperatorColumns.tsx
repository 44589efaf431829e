import { useTranslation } from 'react-i18next'
import type { Operator } from '@/api/types'
import { formatDate, formatNumber } from '@/lib/format'
import { currentLanguage } from '@/lib/i18n'
import { countryName, languageTag } from '@/lib/regions'
import { Button } from '@/ui/Button'
import { Code } from '@/ui/Code'
import type { Column } from '@/ui/Table'
import { LogoPreview } from './LogoField'

export function useOperatorColumns(onOpen: (code: string) => void): Column<Operator>[] {
  const { t } = useTranslation()
  const locale = currentLanguage()
  return [
    {
      key: 'code',
      header: t('operators.code'),
      sortable: true,
      cell: (operator) => (
        <Button variant="link" onClick={() => onOpen(operator.code)}>
          <Code>{operator.code}</Code>
        </Button>
      ),
    },
    {
      key: 'name',
      header: t('operators.name'),
      sortable: true,
      cell: (operator) => (
        <span className="d-inline-flex align-items-center gap-2">
          {operator.logo && (
            <span className="d-none d-md-inline-flex">
              <LogoPreview logo={operator.logo} alt="" small />
            </span>
          )}
          {operator.name}
        </span>
      ),
    },
    {
      key: 'country',
      header: t('operators.country'),
      sortable: true,
      hideBelow: 'md',
      cell: (operator) => countryName(operator.country, locale),
    },
    {
      key: 'languages',
      header: t('operators.languages.label'),
      hideBelow: 'lg',
      cell: (operator) =>
        operator.languages.length > 0 ? <Code>{operator.languages.map(languageTag).join(', ')}</Code> : '–',
    },
    {
      key: 'aircraft',
      header: t('operators.aircraft.column'),
      sortable: true,
      align: 'end',
      cell: (operator) => formatNumber(operator.aircraft.length),
    },
    {
      key: 'updatedOn',
      header: t('operators.updatedOn'),
      sortable: true,
      hideBelow: 'lg',
      cell: (operator) => formatDate(operator.updatedOn),
    },
  ]
}
