import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/lib/format'
import { Button } from '@/ui/Button'
import { RedlineStepping } from './redlineStops'
import { useRedlineSteps } from './useRedlineSteps'
import './changes.css'

interface RedlineStepsProps {
  /** Redlines of modules, one below the other. */
  children: ReactNode
}

/** Goes from one difference to the next through all modules inside, and says where that is. */
export function RedlineSteps({ children }: RedlineStepsProps) {
  const { t } = useTranslation()
  const root = useRef<HTMLDivElement>(null)
  const { stepper, at, go } = useRedlineSteps(root)
  return (
    <div className="ch-stepped">
      <div className="rd-top rd-differences">
        <Button size="sm" icon="chevronUp" aria-keyshortcuts="p" onClick={() => go(-1)}>
          {t('library.compare.previous')}
        </Button>
        <Button size="sm" icon="chevronDown" aria-keyshortcuts="n" onClick={() => go(1)}>
          {t('library.compare.next')}
        </Button>
        <span role="status">{at?.stop && <At {...at.stop} difference={at.difference} />}</span>
      </div>
      <div ref={root}>
        <RedlineStepping value={stepper}>{children}</RedlineStepping>
      </div>
    </div>
  )
}

interface AtProps {
  title: string
  count: number
  difference: number | undefined
}

function At({ title, count, difference }: AtProps) {
  const { t } = useTranslation()
  if (difference === undefined) return t('library.changes.atModule', { title })
  const number = formatNumber(difference + 1)
  return t('library.changes.at', { title, number, total: formatNumber(count) })
}
