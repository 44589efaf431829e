import { useTranslation } from 'react-i18next'
import type { CommentSuggestion } from '@/api/types'

/** A proposed text of a paragraph, with the words that go and those that come. */
export function Redline({ suggestion }: { suggestion: CommentSuggestion }) {
  const { t } = useTranslation()
  return (
    <blockquote className="cmt-redline" aria-label={t('comments.suggestion.redline')}>
      {suggestion.redline.map(({ kind, text }, index) => {
        // The pieces have no name of their own, and never change their order.
        const key = index
        if (kind === 'deleted') return <del key={key}>{text}</del>
        return kind === 'inserted' ? <ins key={key}>{text}</ins> : <span key={key}>{text}</span>
      })}
    </blockquote>
  )
}
