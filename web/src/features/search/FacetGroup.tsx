import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/lib/format'
import { Button } from '@/ui/Button'
import { Icon } from '@/ui/Icon'

const shownAtFirst = 8

export interface FacetValue {
  value: string
  label: string
  /** Undefined where there is no count. */
  count?: number
  chosen: boolean
}

interface FacetGroupProps {
  title: string
  values: readonly FacetValue[]
  opened: boolean
  /** There are more values than the answer names. */
  capped: boolean
  onToggle: (value: string) => void
}

export function FacetGroup({ title, values, opened, capped, onToggle }: FacetGroupProps) {
  const { t } = useTranslation()
  const id = useId()
  const isChosen = values.some(({ chosen }) => chosen)
  const [open, setOpen] = useState(opened || isChosen)
  const [all, setAll] = useState(false)
  const shown = all ? values : values.filter(({ chosen }, index) => chosen || index < shownAtFirst)
  return (
    <section className="se-facet" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        <button
          type="button"
          className="se-facet-title"
          aria-expanded={open}
          aria-controls={open ? `${id}-values` : undefined}
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? 'chevronDown' : 'chevronRight'} size="sm" />
          {title}
        </button>
      </h2>
      {open && (
        <div id={`${id}-values`}>
          <ul className="se-facet-values">
            {shown.map(({ value, label, count, chosen }) => (
              <li key={value} className="form-check">
                <input
                  id={`${id}-${value}`}
                  type="checkbox"
                  className="form-check-input"
                  checked={chosen}
                  onChange={() => onToggle(value)}
                />
                <label htmlFor={`${id}-${value}`} className="form-check-label">
                  <span>{label}</span>{' '}
                  {count !== undefined && <span className="se-count">{formatNumber(count)}</span>}
                </label>
              </li>
            ))}
          </ul>
          {values.length > shownAtFirst && (
            <Button variant="link" size="sm" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? t('search.fewer') : t('search.more', { count: values.length })}
            </Button>
          )}
          {capped && <p className="af-hint">{t('search.cappedFacet', { count: values.length })}</p>}
        </div>
      )}
    </section>
  )
}
