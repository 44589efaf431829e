import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addReference, policySuggestionsQuery } from '@/api/compliance'
import type { OpenPolicyItem, PolicySuggestion } from '@/api/types'
import { clauseOptions } from '@/lib/compliance/clauseOptions'
import { listComma } from '@/lib/format'
import { objectHref } from '@/lib/library/objects'
import { QueryFrame } from '@/lib/QueryFrame'
import { showProblem } from '@/lib/showProblem'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { Select } from '@/ui/Select'
import { Snippet } from '@/ui/Snippet'
import { showToast } from '@/ui/toasts'

/** Paragraphs whose text is like that of the requirement, or that it names or that name it; the user decides which of them answer it. */
export function SuggestionsCard({ item }: { item: OpenPolicyItem }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [clause, setClause] = useState('')
  const known = item.clauses.some(({ id }) => id === clause) ? clause : ''
  return (
    <Card title={t('compliance.suggestions.title')}>
      <p className="af-hint mt-0">{t('compliance.suggestions.hint')}</p>
      {item.clauses.length > 0 && (
        <Select
          label={t('compliance.referenceForm.clause')}
          value={known}
          onChange={(event) => setClause(event.target.value)}
          options={clauseOptions(item.clauses, t('compliance.referenceForm.wholeItem'))}
        />
      )}
      {isOpen ? (
        <Suggestions item={item} clause={known} />
      ) : (
        <Button icon="search" onClick={() => setOpen(true)}>
          {t('compliance.suggestions.open')}
        </Button>
      )}
    </Card>
  )
}

function Suggestions({ item, clause }: { item: OpenPolicyItem; clause: string }) {
  const { t } = useTranslation()
  const query = useQuery(policySuggestionsQuery(item.id, clause))
  return (
    <QueryFrame query={query} failedTitle={t('compliance.suggestions.failed')}>
      {(suggestions) =>
        suggestions.length === 0 ? (
          <p className="mb-0">{t('compliance.suggestions.none')}</p>
        ) : (
          <ol className="cpl-references" aria-label={t('compliance.suggestions.title')}>
            {suggestions.map((suggestion) => (
              <Suggestion
                key={`${suggestion.path} ${suggestion.anchor}`}
                item={item}
                clause={clause}
                suggestion={suggestion}
              />
            ))}
          </ol>
        )
      }
    </QueryFrame>
  )
}

interface SuggestionProps {
  item: OpenPolicyItem
  clause: string
  suggestion: PolicySuggestion
}

function Suggestion({ item, clause, suggestion }: SuggestionProps) {
  const { t } = useTranslation()
  const { path, anchor, version, code, title, manualPath, snippet } = suggestion
  const add = useMutation({
    mutationFn: () =>
      addReference({
        policyItemId: item.id,
        policyItemVersion: item.version,
        policyClauseId: clause || undefined,
        place: { path, version, anchor },
        comment: '',
      }),
  })
  const done = () => showToast({ tone: 'success', text: t('compliance.done') })
  return (
    <li className="cpl-reference">
      <a href={objectHref(path, { at: anchor })}>{code}</a> {title}{' '}
      <span className="af-hint mt-0">{manualPath.slice(1)}</span>
      <blockquote className="cpl-quote">
        <Snippet pieces={snippet} />
      </blockquote>
      <Reasons suggestion={suggestion} itemCode={item.policyItemCode} />
      <div className="af-page-actions">
        <Button
          size="sm"
          icon="link"
          busy={add.isPending}
          onClick={() => add.mutate(undefined, { onSuccess: done, onError: showProblem })}
        >
          {t('compliance.suggestions.add')}
        </Button>
      </div>
    </li>
  )
}

/** Why a paragraph is suggested. */
function Reasons({ suggestion, itemCode }: { suggestion: PolicySuggestion; itemCode: string }) {
  const { t } = useTranslation()
  const { words, titleWords, namedCode, namesPolicyItemCode } = suggestion
  const reasons = [
    namesPolicyItemCode && t('compliance.suggestions.byItemCode', { code: itemCode }),
    namedCode && t('compliance.suggestions.byCode', { code: namedCode.toUpperCase() }),
    words.length > 0 && t('compliance.suggestions.byWords', { words: words.join(listComma()) }),
    titleWords.length > 0 && t('compliance.suggestions.byTitle', { words: titleWords.join(listComma()) }),
  ]
  return <span className="af-hint d-block mt-0">{reasons.filter(Boolean).join(' · ')}</span>
}
