import { structuredPatch } from 'diff'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '@/ui/EmptyState'

const linesAround = 3
const longestMs = 2_000

/** The lines of XML that differ, with some lines around them. */
export function SourceDifferences({ sources: [old = '', now = ''] }: { sources: readonly string[] }) {
  const { t } = useTranslation()
  const patch = useMemo(
    () =>
      structuredPatch('old', 'new', old, now, '', '', {
        context: linesAround,
        stripTrailingCr: true,
        timeout: longestMs,
      }),
    [old, now],
  )
  if (!patch) return <EmptyState icon="compare" title={t('library.compare.sourceTooDifferent')} />
  if (patch.hunks.length === 0) return <EmptyState icon="compare" title={t('library.compare.sameSource')} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keyboard.
    <section className="rd-source" aria-label={t('library.compare.layout.source')} tabIndex={0}>
      {patch.hunks.map((hunk) => (
        <div key={`${hunk.oldStart}-${hunk.newStart}`} className="rd-source-part">
          <p className="af-hint">
            {t('library.compare.lines', { old: String(hunk.oldStart), now: String(hunk.newStart) })}
          </p>
          {hunk.lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change their order.
            <SourceLine key={at} line={line} />
          ))}
        </div>
      ))}
    </section>
  )
}

function SourceLine({ line }: { line: string }) {
  const text = line.slice(1) || ' '
  if (line.startsWith('-')) return <del className="rd-source-line">{text}</del>
  if (line.startsWith('+')) return <ins className="rd-source-line">{text}</ins>
  return <span className="rd-source-line">{text}</span>
}
