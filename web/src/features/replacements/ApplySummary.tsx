import { useTranslation } from 'react-i18next'
import type { ReplacementResult } from '@/api/types'
import { formatNumber } from '@/lib/format'
import { keyOf } from '@/lib/library/objects'
import { href, paths } from '@/lib/paths'
import { Button } from '@/ui/Button'
import { Notice } from '@/ui/Notice'

interface ApplySummaryProps {
  results: ReadonlyMap<string, ReplacementResult>
  /** The line of the first place that was replaced in the module at a path. */
  lineOf: (path: string) => number | undefined
  onAgain: () => void
}

/** The replaced and the refused texts, with the ways to the editor. */
export function ApplySummary({ results, lineOf, onAgain }: ApplySummaryProps) {
  const { t } = useTranslation()
  const all = [...results.values()]
  const changed = all.filter(({ code }) => code === undefined)
  const refused = all.filter(({ code }) => code !== undefined)
  const places = changed.reduce((sum, { replaced }) => sum + replaced, 0)
  const title = t('replacements.done', {
    count: places,
    figure: formatNumber(places),
    modules: t('replacements.modules', { count: changed.length, figure: formatNumber(changed.length) }),
  })
  const refusal = t('replacements.refused', { count: refused.length })
  return (
    <>
      {/* A live region is announced only if it is there before its text; the links are not announced. */}
      <p role="status">{all.length > 0 && title}</p>
      {all.length > 0 && (
        <Notice
          tone={refused.length > 0 ? 'warning' : 'success'}
          title={changed.length > 0 ? t('replacements.doneText') : refusal}
        >
          {changed.length > 0 && (
            <ul className="rep-links">
              {changed.map(({ path }) => (
                <li key={path}>
                  <a href={href(paths.editor(path, { line: lineOf(path)?.toString() }))}>
                    {t('replacements.edit', { module: keyOf(path) })}
                  </a>
                </li>
              ))}
            </ul>
          )}
          {changed.length > 0 && refused.length > 0 && <p>{refusal}</p>}
          {refused.length > 0 && (
            <ul>
              {refused.map(({ path, message }) => (
                <li key={path}>
                  {keyOf(path)}: {message}
                </li>
              ))}
            </ul>
          )}
          <Button size="sm" icon="reload" onClick={onAgain}>
            {t('replacements.again')}
          </Button>
        </Notice>
      )}
    </>
  )
}
