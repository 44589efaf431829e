import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Package, PackageState, Severity } from '@/api/types'
import { formatNumber } from '@/lib/format'
import { Chip } from '@/ui/Chip'
import type { IconName } from '@/ui/icons'

type ChipTone = 'neutral' | 'info' | 'accent' | 'success' | 'warning' | 'danger'

interface ChipStyle {
  tone: ChipTone
  icon: IconName
}

const stateLooks: Record<PackageState, ChipStyle> = {
  received: { tone: 'neutral', icon: 'waiting' },
  reading: { tone: 'accent', icon: 'running' },
  ready: { tone: 'success', icon: 'success' },
  blocked: { tone: 'danger', icon: 'disabled' },
  failed: { tone: 'danger', icon: 'danger' },
  importing: { tone: 'accent', icon: 'running' },
  imported: { tone: 'success', icon: 'library' },
}

export function StateChip({ state }: { state: PackageState }) {
  const { t } = useTranslation()
  return <Chip {...stateLooks[state]}>{t(`imports.state.${state}`)}</Chip>
}

const severityLooks: Record<Severity, ChipStyle> = {
  block: { tone: 'danger', icon: 'disabled' },
  warn: { tone: 'warning', icon: 'warning' },
  info: { tone: 'info', icon: 'info' },
}

export const severities = ['block', 'warn', 'info'] as const satisfies readonly Severity[]

export function SeverityChip({ severity }: { severity: Severity }) {
  const { t } = useTranslation()
  return <Chip {...severityLooks[severity]}>{t(`imports.severity.${severity}`)}</Chip>
}

/** The number of findings of each severity; the name has the severity in words. */
export function CountChips({ counts }: Pick<Package, 'counts'>) {
  return (
    <Counted counts={counts}>
      {(number, words) => (
        <>
          <span aria-hidden="true">{number}</span>
          <span className="visually-hidden">{words}</span>
        </>
      )}
    </Counted>
  )
}

/** The same in words, where there is room for them. */
export function CountWords({ counts }: Pick<Package, 'counts'>) {
  return <Counted counts={counts}>{(_, words) => words}</Counted>
}

interface CountedProps extends Pick<Package, 'counts'> {
  children: (number: string, words: string) => ReactNode
}

function Counted({ counts, children }: CountedProps) {
  const { t } = useTranslation()
  const there = severities.filter((severity) => counts[severity] > 0)
  if (there.length === 0) {
    return (
      <Chip tone="success" icon="success">
        {t('imports.noFindings')}
      </Chip>
    )
  }
  return (
    <span className="im-chips">
      {there.map((severity) => (
        <Chip key={severity} {...severityLooks[severity]}>
          {children(
            formatNumber(counts[severity]),
            t(`imports.severityCount.${severity}`, { count: counts[severity] }),
          )}
        </Chip>
      ))}
    </span>
  )
}
