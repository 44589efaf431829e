import { useTranslation } from 'react-i18next'
import type { ManualRedline } from '@/api/types'
import { formatNumber } from '@/lib/format'

interface ChangedSectionsProps {
  sections: ManualRedline['sections']
  chosen: number | undefined
  onChoose: (id: number | undefined) => void
}

/** The sections of the contents with changed modules, each with its number of them. */
export function ChangedSections({ sections, chosen, onChoose }: ChangedSectionsProps) {
  const { t } = useTranslation()
  if (sections.length === 0) return null
  const below = (parent: number | undefined) => sections.filter((each) => each.parent === parent)
  const isTop = (parent: number | undefined) => !sections.some(({ id }) => id === parent)
  const list = (level: ManualRedline['sections']) => (
    <ul>
      {level.map(({ id, title, count, viewed }) => (
        <li key={id}>
          <button
            type="button"
            className="rd-difference"
            aria-pressed={id === chosen}
            onClick={() => onChoose(id === chosen ? undefined : id)}
          >
            {title}{' '}
            <span className="af-hint">
              {t('library.changes.viewedOf', {
                viewed: formatNumber(viewed),
                count,
                figure: formatNumber(count),
              })}
            </span>
          </button>
          {below(id).length > 0 && list(below(id))}
        </li>
      ))}
    </ul>
  )
  return (
    <nav className="rd-difference-list ch-sections" aria-label={t('library.changes.sections')}>
      <details open>
        <summary>{t('library.changes.sections')}</summary>
        {list(sections.filter(({ parent }) => isTop(parent)))}
      </details>
    </nav>
  )
}
