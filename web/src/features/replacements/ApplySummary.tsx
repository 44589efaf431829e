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

/** What was replaced and what was refused, with the ways to the editor. */
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
  return (
    // A live region is announced only if it is there before its text.
    <div role="status">
      {all.length > 0 && (
        <Notice tone={refused.length > 0 ? 'warning' : 'success'} title={title}>
          {changed.length > 0 && (
            <>
              <p>{t('replacements.doneText')}</p>
              <ul className="rep-links">
                {changed.map(({ path }) => (
                  <li key={path}>
                    <a href={href(paths.editor(path, { line: lineOf(path)?.toString() }))}>
                      {t('replacements.edit', { module: keyOf(path) })}
                    </a>
                  </li>
                ))}
              </ul>
            </>
          )}
          {refused.length > 0 && (
            <>
              <p>{t('replacements.refused', { count: refused.length })}</p>
              <ul>
                {refused.map(({ path, message }) => (
                  <li key={path}>
                    {keyOf(path)}: {message}
                  </li>
                ))}
              </ul>
            </>
          )}
          <Button size="sm" icon="reload" onClick={onAgain}>
            {t('replacements.again')}
          </Button>
        </Notice>
      )}
    </div>
  )
}
