import { useTranslation } from 'react-i18next'
import type { GlossaryTerm } from '@/api/types'
import { ListOption } from '@/ui/ListOption'
import type { ShownTerms } from './useTermOffers'

interface TermListProps {
  offered: ShownTerms
  active: number
  onPick: (term: GlossaryTerm) => void
  onPoint: (index: number) => void
}

/** The terms that the letters before the cursor may begin, below the cursor; the text keeps the focus. */
export function TermList({ offered, active, onPick, onPoint }: TermListProps) {
  const { t } = useTranslation()
  const chosen = offered.terms[active]
  return (
    <>
      <p role="status" className="visually-hidden">
        {chosen && t('editor.terms.offered', { count: offered.terms.length, term: chosen.term })}
      </p>
      <div
        role="listbox"
        aria-label={t('editor.terms.title')}
        className="dropdown-menu show ed-terms"
        style={{ position: 'fixed', ...offered.place }}
      >
        {offered.terms.map((term, index) => (
          <ListOption
            key={`${term.term} ${term.id}`}
            id={`ed-term-${index}`}
            icon="book"
            text={term.term}
            note={term.definition}
            active={index === active}
            onPick={() => onPick(term)}
            onPoint={() => onPoint(index)}
          />
        ))}
        <p className="af-hint" aria-hidden="true">
          {t('editor.terms.hint')}
        </p>
      </div>
    </>
  )
}
