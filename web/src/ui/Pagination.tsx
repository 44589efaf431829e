import { useId } from 'react'
import { classes } from './classes'
import { Icon } from './Icon'
import type { IconName } from './icons'
import { pageSizes } from './pageSizes'
import { pageWindow } from './pageWindow'
import { useUiTexts } from './UiTexts'

interface PaginationProps {
  /** Names it where another stands on the same page. */
  label?: string
  /** Counted from 1. */
  page: number
  pageSize?: number
  total: number
  onPage: (page: number) => void
  onPageSize?: (pageSize: number) => void
}

export function Pagination(props: PaginationProps) {
  const { label, page, pageSize = pageSizes[0], total, onPage, onPageSize } = props
  const texts = useUiTexts()
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const from = total === 0 ? 0 : (page - 1) * pageSize + 1
  const to = Math.min(page * pageSize, total)
  return (
    <div className="af-pagination">
      <span role="status">{texts.range(from, to, total)}</span>
      {onPageSize && <PageSize value={pageSize} onChange={onPageSize} />}
      {pages > 1 && (
        <nav aria-label={label ?? texts.pagination}>
          <ul className="pagination">
            <Step
              icon="chevronLeft"
              label={texts.previousPage}
              disabled={page <= 1}
              onClick={() => onPage(page - 1)}
            />
            {pageWindow(page, pages).map((entry) => (
              <li key={entry} className={classes('page-item', entry === page && 'active')}>
                {typeof entry === 'number' ? (
                  <button
                    type="button"
                    className="page-link"
                    aria-label={texts.page(entry)}
                    aria-current={entry === page ? 'page' : undefined}
                    onClick={() => onPage(entry)}
                  >
                    {entry}
                  </button>
                ) : (
                  <span className="page-link" aria-hidden="true">
                    …
                  </span>
                )}
              </li>
            ))}
            <Step
              icon="chevronRight"
              label={texts.nextPage}
              disabled={page >= pages}
              onClick={() => onPage(page + 1)}
            />
          </ul>
        </nav>
      )}
    </div>
  )
}

interface StepProps {
  icon: IconName
  label: string
  disabled: boolean
  onClick: () => void
}

// Stays focusable at the ends: the focus must not jump away under the user's finger.
function Step({ icon, label, disabled, onClick }: StepProps) {
  return (
    <li className="page-item">
      <button
        type="button"
        className="page-link"
        aria-label={label}
        aria-disabled={disabled || undefined}
        onClick={disabled ? undefined : onClick}
      >
        <Icon name={icon} size="sm" />
      </button>
    </li>
  )
}

interface PageSizeProps {
  value: number
  onChange: (pageSize: number) => void
}

function PageSize({ value, onChange }: PageSizeProps) {
  const id = useId()
  const texts = useUiTexts()
  return (
    <div className="af-page-size">
      <label htmlFor={id}>{texts.pageSize}</label>
      <select
        id={id}
        className="form-select"
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
      >
        {pageSizes.map((size) => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
      </select>
    </div>
  )
}
