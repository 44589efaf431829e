import { useTranslation } from 'react-i18next'
import { useContentTypes } from '@/api/library'
import type { PackageSummary } from '@/api/types'
import { formatDate, formatNumber, listComma } from '@/lib/format'
import { currentLanguage } from '@/lib/i18n'
import { contentTypeName } from '@/lib/library/contentTypes'
import { languageName } from '@/lib/regions'
import { Card } from '@/ui/Card'
import { Code } from '@/ui/Code'
import { DescriptionList } from '@/ui/DescriptionList'
import { StatTile } from '@/ui/StatTile'

/** The contents of the package in numbers and names. */
export function PackageFacts({ summary }: { summary: PackageSummary }) {
  const { t } = useTranslation()
  const { objects, pms } = summary
  const known = useContentTypes(currentLanguage())
  const types = Object.entries(summary.contentTypes).sort(([, a], [, b]) => b - a)
  return (
    <div className="im-stack">
      <div className="im-tiles">
        <StatTile label={t('imports.facts.dm')} icon="file" figure={formatNumber(objects.dm)} />
        <StatTile label={t('imports.facts.pm')} icon="book" figure={formatNumber(objects.pm)} />
        <StatTile label={t('imports.facts.icn')} icon="illustration" figure={formatNumber(objects.icn)} />
        <StatTile label={t('imports.facts.other')} icon="folder" figure={formatNumber(objects.other)} />
      </div>
      <div className="im-cards">
        <Card title={t('imports.facts.title')}>
          <DescriptionList items={usePackageFacts(summary)} />
        </Card>
        <Card title={t('imports.facts.types')}>
          <DescriptionList
            items={types.map(([code, count]) => ({
              term: contentTypeName(t, known, code),
              value: formatNumber(count),
            }))}
          />
        </Card>
      </div>
      {pms.length > 0 && (
        <Card title={t('imports.facts.pms')}>
          <ul className="im-pms">
            {pms.map(({ code, title }) => (
              <li key={code}>
                <Code>{code}</Code> {title}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}

/** The languages in words of the reader's own. */
export function languageNames(tags: readonly string[]): string {
  return tags.map((tag) => languageName(tag, currentLanguage())).join(listComma())
}

/** Issue, customer, product and the rest, as far as the package says; what it does not say is left out. */
export function usePackageFacts(summary: PackageSummary) {
  const { t } = useTranslation()
  const issue = [summary.issueNumber, summary.issueDate && formatDate(summary.issueDate)]
  const facts = [
    { term: t('imports.facts.name'), value: summary.title },
    { term: t('imports.facts.specification'), value: summary.specification },
    { term: t('imports.facts.languages'), value: languageNames(summary.languages) },
    { term: t('imports.facts.issue'), value: issue.filter(Boolean).join(' · ') },
    { term: t('imports.facts.product'), value: summary.productInfo },
    { term: t('imports.facts.model'), value: summary.model },
    { term: t('imports.facts.customer'), value: summary.customer },
    { term: t('imports.facts.sender'), value: summary.sender },
    { term: t('imports.facts.complete'), value: t(`imports.complete.${summary.complete}`) },
  ]
  return facts.filter(({ value }) => value !== '')
}
