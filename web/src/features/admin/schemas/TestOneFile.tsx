import { useTranslation } from 'react-i18next'
import { Card } from '@/ui/Card'
import { Chip } from '@/ui/Chip'
import { DropZone } from '@/ui/DropZone'
import { EmptyState } from '@/ui/EmptyState'
import { ProgressBar } from '@/ui/ProgressBar'
import { Table } from '@/ui/Table'
import { useCheckFile } from './queries'

/** Checks one file against the installed schemas and the built-in rules; nothing is stored. */
export function TestOneFile() {
  const { t } = useTranslation()
  const check = useCheckFile()
  const { data, variables: file } = check
  return (
    <Card title={t('admin.schemas.test')} flush>
      <div className="p-3">
        {check.isPending ? (
          <ProgressBar label={t('admin.schemas.testing', { name: file?.name })} percent={undefined} />
        ) : (
          <DropZone
            label={t('admin.schemas.testDrop')}
            hint={t('admin.schemas.testHint')}
            buttonText={t('admin.schemas.choose')}
            icon="xml"
            accept=".xml,text/xml,application/xml"
            error={check.error?.message}
            onFile={(chosen) => check.mutate(chosen)}
          />
        )}
      </div>
      {data && file && (
        <section aria-label={t('admin.schemas.resultOf', { name: file.name })}>
          <p className="px-3">
            {t('admin.schemas.resultOf', { name: file.name })}{' '}
            <Chip
              tone={data.length === 0 ? 'success' : 'danger'}
              icon={data.length === 0 ? 'success' : 'danger'}
            >
              {t('admin.schemas.findings', { count: data.length })}
            </Chip>
          </p>
          <Table
            caption={t('admin.schemas.resultOf', { name: file.name })}
            rows={data}
            rowKey={({ code, line, rule, message }) => `${code} ${line} ${rule} ${message}`}
            columns={[
              { key: 'code', header: t('admin.severity.code'), cell: ({ code }) => <strong>{code}</strong> },
              {
                key: 'line',
                header: t('admin.schemas.line'),
                align: 'end',
                cell: ({ line }) => line ?? '–',
              },
              {
                key: 'message',
                header: t('admin.schemas.message'),
                cell: ({ message, remedy }) => (
                  <>
                    {message}
                    {remedy !== '' && <span className="af-hint d-block mt-0">{remedy}</span>}
                  </>
                ),
              },
            ]}
            empty={<EmptyState icon="success" title={t('admin.schemas.valid')} />}
          />
        </section>
      )}
    </Card>
  )
}
