import { structuredPatch } from 'diff'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/lib/format'
import { EmptyState } from '@/ui/EmptyState'
import { Notice } from '@/ui/Notice'

const linesAround = 3
const longestMs = 2_000
const mostLines = 2_000
/** XML without line breaks is one line. */
const longestLine = 2_000

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
  const total = patch.hunks.reduce((sum, { lines }) => sum + lines.length, 0)
  let left = mostLines
  const hunks = patch.hunks.flatMap((hunk) => {
    const lines = hunk.lines.slice(0, left)
    left -= lines.length
    return lines.length > 0 ? [{ ...hunk, lines }] : []
  })
  const isCut =
    total > mostLines || hunks.some(({ lines }) => lines.some((line) => line.length > longestLine))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keyboard.
    <section className="rd-source" aria-label={t('library.compare.layout.source')} tabIndex={0}>
      {isCut && (
        <Notice tone="warning" title={t('library.compare.sourceCut')}>
          {t('library.compare.sourceCutText', {
            lines: formatNumber(mostLines),
            characters: formatNumber(longestLine),
          })}
        </Notice>
      )}
      {hunks.map((hunk) => (
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
  const text = line.slice(1, longestLine) || ' '
  if (line.startsWith('-')) return <del className="rd-source-line">{text}</del>
  if (line.startsWith('+')) return <ins className="rd-source-line">{text}</ins>
  return <span className="rd-source-line">{text}</span>
}
