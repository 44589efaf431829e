import { useTranslation } from 'react-i18next'
import type { Aircraft, Operator } from '@/api/types'
import { formatDate, listComma } from '@/lib/format'
import { currentLanguage } from '@/lib/i18n'
import { countryName, languageName, languageTag } from '@/lib/regions'
import { Button } from '@/ui/Button'
import { Chip } from '@/ui/Chip'
import { Code } from '@/ui/Code'
import { DescriptionList } from '@/ui/DescriptionList'
import { Dialog } from '@/ui/Dialog'
import { type Column, Table } from '@/ui/Table'
import { LogoPreview } from './LogoField'

/** An operator for those who may read it only, with the reason why nothing can be changed. */
export function OperatorView({ operator, onClose }: { operator: Operator; onClose: () => void }) {
  const { t } = useTranslation()
  const locale = currentLanguage()
  const languages = operator.languages.map((language) => languageName(languageTag(language), locale))
  return (
    <Dialog
      title={operator.name}
      size="lg"
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('ui.close')}</Button>}
    >
      <p className="d-flex flex-wrap align-items-center gap-2">
        <Chip tone="neutral" icon="lock">
          {t('operators.readOnly')}
        </Chip>
        <span className="af-hint mt-0">{t('operators.adminOnly')}</span>
      </p>
      <DescriptionList
        columns={2}
        items={[
          { term: t('operators.code'), value: <Code>{operator.code}</Code> },
          { term: t('operators.country'), value: countryName(operator.country, locale) },
          {
            term: t('operators.languages.label'),
            value: languages.length > 0 ? new Intl.ListFormat(locale).format(languages) : t('operators.none'),
          },
          { term: t('operators.extensionProducer'), value: <Code>{operator.extensionProducer}</Code> },
          { term: t('operators.extensionCode'), value: <Code>{operator.extensionCode}</Code> },
          { term: t('operators.updatedOn'), value: formatDate(operator.updatedOn) },
          ...(operator.logo
            ? [
                {
                  term: t('operators.logo.label'),
                  value: <LogoPreview logo={operator.logo} alt={t('operators.logo.preview')} />,
                },
              ]
            : []),
        ]}
      />
      <h3 className="mt-4 mb-2">{t('operators.aircraft.title', { count: operator.aircraft.length })}</h3>
      <AircraftTable aircraft={operator.aircraft} />
    </Dialog>
  )
}

function AircraftTable({ aircraft }: { aircraft: readonly Aircraft[] }) {
  const { t } = useTranslation()
  const columns: Column<Aircraft>[] = [
    {
      key: 'registration',
      header: t('operators.aircraft.registration'),
      cell: (each) => <Code>{each.registration}</Code>,
    },
    {
      key: 'serialNumber',
      header: t('operators.aircraft.serialNumber'),
      cell: (each) => <Code>{each.serialNumber}</Code>,
    },
    { key: 'model', header: t('operators.aircraft.model'), cell: (each) => <Code>{each.model}</Code> },
    {
      key: 'attributes',
      header: t('operators.attributes.title'),
      cell: (each) => each.productAttributes.map(({ name, value }) => `${name}: ${value}`).join(listComma()),
    },
  ]
  return (
    <Table
      caption={t('operators.aircraft.caption')}
      columns={columns}
      rows={aircraft}
      rowKey={(each) => each.registration}
      empty={<p className="af-hint">{t('operators.aircraft.nothing')}</p>}
    />
  )
}
