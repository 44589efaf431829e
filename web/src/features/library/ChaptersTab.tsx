import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { searchQuery } from '@/api/search'
import type { SearchAnswer } from '@/api/types'
import { formatNumber } from '@/lib/format'
import { currentLanguage } from '@/lib/i18n'
import { href, paths } from '@/lib/paths'
import { QueryFrame } from '@/lib/QueryFrame'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import './library.css'

type FacetName = 'ataChapter' | 'manualName'

const valuesOf = ({ facets }: SearchAnswer, name: FacetName) =>
  facets.find(({ field }) => field === name)?.values ?? []

/** The ATA chapters of all manuals; one of them with the manuals that have it. */
export function ChaptersTab() {
  const { t } = useTranslation()
  const chosen = useSearchParams()[0].get('chapter')
  const chapters = useQuery(searchQuery({ searchText: '', pageSize: 1 }, currentLanguage()))
  return (
    <QueryFrame query={chapters} failedTitle={t('library.chapters.failed')}>
      {(answer) => {
        const all = valuesOf(answer, 'ataChapter').toSorted((one, other) =>
          one.value.localeCompare(other.value),
        )
        const shown = all.find(({ value }) => value === chosen)
        if (all.length === 0) {
          return (
            <EmptyState
              icon="list"
              title={t('library.chapters.none')}
              text={t('library.chapters.noneText')}
            />
          )
        }
        return (
          <div className="li-chapters">
            {/* First, so that it is seen on a telephone; a wide window has it beside the list. */}
            {shown && <ChapterManuals chapter={shown.value} title={shown.label} />}
            <Card title={t('library.chapters.title')} flush>
              <ul className="li-chapter-list">
                {all.map(({ value, label, count }) => (
                  <li key={value}>
                    <a
                      href={href(paths.library({ tab: 'chapters', chapter: value }))}
                      aria-current={value === chosen ? 'true' : undefined}
                    >
                      <span>{label}</span>
                      <span className="li-chapter-count">{formatNumber(count)}</span>
                    </a>
                  </li>
                ))}
              </ul>
            </Card>
          </div>
        )
      }}
    </QueryFrame>
  )
}

function ChapterManuals({ chapter, title }: { chapter: string; title: string }) {
  const { t } = useTranslation()
  const manuals = useQuery(searchQuery({ searchText: `chapter:${chapter}`, pageSize: 1 }, currentLanguage()))
  return (
    <Card title={title} flush>
      <QueryFrame query={manuals} failedTitle={t('library.chapters.failed')}>
        {(answer) => (
          <ul className="li-chapter-list">
            {valuesOf(answer, 'manualName').map(({ value, label, count }) => (
              <li key={value}>
                <a href={href(paths.searchIn({ ataChapter: chapter, manualName: value }))}>
                  <span>{label}</span>
                  <span className="li-chapter-count">
                    {t('library.chapters.modules', { count, figure: formatNumber(count) })}
                  </span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </QueryFrame>
    </Card>
  )
}
