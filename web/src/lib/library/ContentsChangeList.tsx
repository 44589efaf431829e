import { useTranslation } from 'react-i18next'
import type { ContentsChange, ContentsChanges } from '@/api/types'
import { formatNumber } from '@/lib/format'

/** The changes of the contents themselves, one line for each section and entry. */
export function ContentsChangeList({ changes: { listed, count } }: { changes: ContentsChanges }) {
  const { t } = useTranslation()
  const rest = count - listed.length
  return (
    <>
      <ul className="mb-0">
        {listed.map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={index}>
            <ContentsChangeText change={change} />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <p className="af-hint mb-0">
          {t('library.contentsChanges.more', { count: rest, figure: formatNumber(rest) })}
        </p>
      )}
    </>
  )
}

const place = (titles: string[]) => titles.join(' › ')

function ContentsChangeText({ change }: { change: ContentsChange }) {
  const { t } = useTranslation()
  const { kind, title, oldTitle = '', around, from, inside } = change
  const values = { title, old: oldTitle, from: place(from ?? []) }
  return (
    <>
      {t(`library.contentsChanges.${kind === 'moved' && from ? 'movedFrom' : kind}`, values)}
      {inside > 0 &&
        ` (${t('library.contentsChanges.inside', { count: inside, figure: formatNumber(inside) })})`}
      {around.length > 0 && <span className="af-hint"> {place(around)}</span>}
    </>
  )
}
