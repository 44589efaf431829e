import { useTranslation } from 'react-i18next'
import type { ManualRedline } from '@/api/types'
import { formatNumber } from '@/lib/format'
import { Button } from '@/ui/Button'
import { useMediaQuery } from '@/ui/useMediaQuery'

interface ChangedSectionsProps {
  sections: ManualRedline['sections']
  chosen: number | undefined
  onChoose: (id: number | undefined) => void
}

/** The sections of the contents with changed modules, each with the number of them that the filters leave. */
export function ChangedSections({ sections, chosen, onChoose }: ChangedSectionsProps) {
  const { t } = useTranslation()
  const isWide = useMediaQuery('(min-width: 1200px)')
  if (sections.length === 0 && chosen === undefined) return null
  const below = sectionsBelow(sections)
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
            <span>{title}</span>{' '}
            <span className="af-hint">
              {t('library.changes.viewedOf', {
                viewed: formatNumber(viewed),
                count,
                figure: formatNumber(count),
              })}
            </span>
          </button>
          {below.has(id) && list(below.get(id) ?? [])}
        </li>
      ))}
    </ul>
  )
  return (
    <nav className="rd-difference-list ch-sections" aria-label={t('library.changes.sections')}>
      <details open={isWide}>
        <summary>{t('library.changes.sections')}</summary>
        {chosen !== undefined && (
          <Button size="sm" variant="link" onClick={() => onChoose(undefined)}>
            {t('library.changes.allSections')}
          </Button>
        )}
        {list(below.get(undefined) ?? [])}
      </details>
    </nav>
  )
}

/** The sections by the one around them; those without one in the list by undefined. */
function sectionsBelow(sections: ManualRedline['sections']) {
  const known = new Set(sections.map(({ id }) => id))
  const below = new Map<number | undefined, ManualRedline['sections']>()
  for (const section of sections) {
    const parent = section.parent !== undefined && known.has(section.parent) ? section.parent : undefined
    const siblings = below.get(parent)
    if (siblings) siblings.push(section)
    else below.set(parent, [section])
  }
  return below
}
