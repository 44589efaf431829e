import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useContentTypes } from '@/api/library'
import type { File } from '@/api/types'
import { formatBytes, formatDate, formatDateTime, listComma } from '@/lib/format'
import { currentLanguage } from '@/lib/i18n'
import { contentTypeName } from '@/lib/library/contentTypes'
import { issueText } from '@/lib/library/issue'
import { StatusChip } from '@/lib/library/StatusChip'
import { languageName } from '@/lib/regions'
import { Card } from '@/ui/Card'
import { Code } from '@/ui/Code'
import { DescriptionList } from '@/ui/DescriptionList'
import { MelGuardCard } from './MelGuardCard'
import { ModuleRequirements } from './ModuleRequirements'

export function ModuleFacts({ file }: { file: File }) {
  const { t } = useTranslation()
  const types = useContentTypes(currentLanguage())
  const fact = (name: string, value: string | undefined) => ({
    term: t(`library.module.fact.${name}`),
    value: value || '–',
  })
  return (
    <div className="li-details">
      <Card title={t('library.module.identity')}>
        <DescriptionList
          items={[
            { term: t('library.module.fact.code'), value: <Code>{file.code}</Code> },
            fact('techName', file.techName),
            fact('infoName', file.infoName),
            fact('language', file.language && languageName(file.language, currentLanguage())),
            fact('infoCode', file.infoCode),
            fact('contentType', contentTypeName(t, types, file.contentType)),
            { term: t('library.module.fact.path'), value: <Code>{file.path}</Code> },
          ]}
        />
      </Card>
      <Card title={t('library.module.state')}>
        <DescriptionList
          items={[
            { term: t('library.column.status'), value: <StatusChip status={file.status} /> },
            fact('issue', issueText(file)),
            fact('issueDate', file.issueDate && formatDate(file.issueDate)),
            fact('issueType', issueTypeName(t, file.issueType)),
            fact('security', securityName(t, file.security)),
            fact(
              'quality',
              file.quality && t(`library.module.quality.${file.quality}`, { defaultValue: file.quality }),
            ),
            fact('origin', t(`library.origin.${file.origin}`)),
            fact('size', formatBytes(file.size)),
            fact('createdOn', formatDateTime(file.createdOn)),
            fact('createdBy', file.createdBy),
          ]}
        />
      </Card>
      <MoreFacts properties={file.properties} />
      <MelGuardCard file={file} />
      <ModuleRequirements path={file.path} />
    </div>
  )
}

/** A kind of change in words; by the standard's own where we have none. */
function issueTypeName(t: TFunction, type: string): string {
  return type && t(`library.module.issueType.${type}`, { defaultValue: type })
}

/** Only the lowest class has a meaning in all projects. */
function securityName(t: TFunction, code: string): string {
  return code && t(`library.module.security.${code}`, { defaultValue: code })
}

/** Further metadata of the module. */
function MoreFacts({ properties }: Pick<File, 'properties'>) {
  const { t } = useTranslation()
  const named = Object.entries(properties).filter(([, values]) => values.length > 0)
  if (named.length === 0) return null
  return (
    <Card title={t('library.module.more')}>
      <DescriptionList
        items={named.map(([name, values]) => ({
          term: t(`library.module.property.${name}`, { defaultValue: name }),
          value: values.map((value) => valueName(t, name, value)).join(listComma()),
        }))}
      />
    </Card>
  )
}

/** A value as people say it. */
function valueName(t: TFunction, name: string, value: string): string {
  if (name === 'approvalRequired') return t(`library.form.${value}`)
  if (name === 'dataProducer') return t(`library.origin.${value}`, { defaultValue: value })
  return name.endsWith('Date') ? formatDate(value) || value : value
}
