import { useTranslation } from 'react-i18next'
import type { TextFinding } from '@/api/problem'

interface CheckInFindingsProps {
  findings: readonly TextFinding[]
  onJump: (line: number) => void
}

/** Why the server refuses the draft; a finding with a line leads to it. */
export function CheckInFindings({ findings, onJump }: CheckInFindingsProps) {
  const { t } = useTranslation()
  if (findings.length === 0) return null
  return (
    <ul className="ed-findings" aria-label={t('editor.problems.title')}>
      {findings.map(({ line, message }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list comes whole with each answer.
        <li key={index}>
          {line === undefined ? (
            message
          ) : (
            <button type="button" className="btn af-btn-link" onClick={() => onJump(line)}>
              {t('editor.checkIn.finding', { line, message })}
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
