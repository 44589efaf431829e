import { type MouseEvent, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { checkOut, useHolderOf } from '@/api/editing'
import { useContentTypes } from '@/api/library'
import { useMe } from '@/api/queries'
import type { SearchItem } from '@/api/types'
import { can } from '@/lib/can'
import { isEditable } from '@/lib/editing/editEntries'
import { HolderChip } from '@/lib/editing/HolderChip'
import { useOpenEditor } from '@/lib/editing/useOpenEditor'
import { formatDate } from '@/lib/format'
import { currentLanguage } from '@/lib/i18n'
import { contentTypeName } from '@/lib/library/contentTypes'
import { objectHref } from '@/lib/library/objects'
import { href, paths } from '@/lib/paths'
import { languageName } from '@/lib/regions'
import { Chip } from '@/ui/Chip'
import { Code } from '@/ui/Code'
import { Snippet } from '@/ui/Snippet'
import { statusName } from './facetLabels'
import { places } from './searchState'

interface ResultItemProps {
  item: SearchItem
  /** The moment that was searched. */
  asOf: string | undefined
}

/** One module that answers, with the passage that answers best; both lead to that very paragraph, and so does Edit. */
export function ResultItem({ item, asOf }: ResultItemProps) {
  const { t } = useTranslation()
  const types = useContentTypes(currentLanguage())
  const link = objectHref(item.path, {
    ...(item.revision ? { revision: item.revision } : item.lane === 'oem' && { lane: item.lane }),
    asOf,
    at: item.anchor,
  })
  const isPresent = item.lane === 'working' && asOf === undefined
  const mayEdit = can.editContent(useMe(), item.path) && isPresent && isEditable(item)
  const openEditor = useOpenEditor(checkOut)
  const holderOf = useHolderOf()
  const held = isPresent ? holderOf(item.path) : undefined
  const edit = (event: MouseEvent) => {
    // Another tab or window has its own way to the editor.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    openEditor(item.path, item.anchor)
  }
  const titleId = useId()
  const where = places.find((each) => each === item.where)
  const facts = [
    contentTypeName(t, types, item.contentType || item.kind),
    languageName(item.language, currentLanguage()),
    item.issue && t('search.issue', { issue: item.issue }),
    item.issueDate && formatDate(item.issueDate),
    item.status !== 'Obsolete' && statusName(t, item.status),
  ].filter(Boolean)
  return (
    <li className="se-result">
      <p className="se-path">
        {item.csdbName} <span aria-hidden="true">›</span> {item.manualName}
      </p>
      <h2>
        <a id={titleId} href={link}>
          {item.title || item.code}
        </a>
        {item.lane === 'oem' && (
          <Chip tone="warning" icon="package">
            {t('search.lane.oemRevision')}
          </Chip>
        )}
        {item.status === 'Obsolete' && (
          <Chip tone="neutral" icon="disabled">
            {statusName(t, item.status)}
          </Chip>
        )}
        {held && <HolderChip file={held} />}
      </h2>
      {item.title && item.title !== item.code && (
        <p className="se-code">
          <Code>{item.code}</Code>
        </p>
      )}
      {item.snippet.length > 0 && (
        <p className="se-snippet">
          {where && <span className="se-where">{t(`search.where.${where}`)}</span>}
          <Snippet pieces={item.snippet} />
        </p>
      )}
      <p className="se-facts">
        <span>{facts.join(' · ')}</span>
        {mayEdit && (
          <a
            className="se-edit"
            href={href(paths.editor(item.path, { at: item.anchor }))}
            onClick={edit}
            aria-describedby={titleId}
          >
            {t('editing.edit')}
          </a>
        )}
      </p>
    </li>
  )
}
