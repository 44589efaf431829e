import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addReference, policyItemQuery, policyItemsQuery } from '@/api/compliance'
import type { OpenPolicyItem, ReferencePlace } from '@/api/types'
import { clauseOptions } from '@/lib/compliance/clauseOptions'
import { QueryFrame } from '@/lib/QueryFrame'
import { usePaused } from '@/lib/usePaused'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { FormProblem } from '@/ui/FormProblem'
import { RadioGroup } from '@/ui/RadioGroup'
import { SearchField } from '@/ui/SearchField'
import { Select } from '@/ui/Select'
import { Skeleton } from '@/ui/Skeleton'
import { TextArea } from '@/ui/TextArea'
import { showToast } from '@/ui/toasts'
import './requirements.css'

interface ReferDialogProps {
  place: ReferencePlace
  /** The beginning of the paragraph. */
  quote: string
  onClose: () => void
}

const pauseMs = 250
const offered = 10
/** The beginning of a requirement is enough to recognise it. */
const maxText = 600

/** Chooses the requirement, or the clause of it, that a paragraph answers. */
export function ReferDialog({ place, quote, onClose }: ReferDialogProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState('')
  const [clause, setClause] = useState('')
  const [comment, setComment] = useState('')
  const keywordFilter = usePaused(text.trim(), pauseMs) || undefined
  const found = useQuery(policyItemsQuery({ keywordFilter, pageNumber: 1, pageSize: offered }))
  const items = found.data?.items ?? []
  const isListed = items.some(({ id }) => id === chosen)
  const opened = useQuery({ ...policyItemQuery(chosen), enabled: isListed })
  // What is referred to is the version that the user reads below the list.
  const item = isListed && !opened.isPlaceholderData ? opened.data : undefined
  const add = useMutation({
    mutationFn: (read: OpenPolicyItem) =>
      addReference({
        policyItemId: read.id,
        policyItemVersion: read.version,
        policyClauseId: read.clauses.some(({ id }) => id === clause) ? clause : undefined,
        place,
        comment,
      }),
    onSuccess: ({ policyItemCode }) => {
      showToast({ tone: 'success', text: t('compliance.refer.done', { code: policyItemCode }) })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={t('compliance.refer.open')}
      confirmText={t('compliance.refer.action')}
      busyText={t('compliance.form.creating')}
      busy={add.isPending}
      problem={add.error?.message}
      closed={item ? undefined : t('compliance.refer.choose')}
      staticBackdrop={comment !== ''}
      onConfirm={() => item && add.mutate(item)}
      onClose={onClose}
    >
      <blockquote>{quote}</blockquote>
      <SearchField
        label={t('compliance.refer.search')}
        placeholder={t('compliance.searchHint')}
        value={text}
        onChange={setText}
      />
      <FormProblem>{found.error?.message}</FormProblem>
      {found.isPending && <Skeleton lines={3} />}
      {found.data && items.length === 0 && <p className="af-hint">{t('compliance.refer.none')}</p>}
      {items.length > 0 && (
        <RadioGroup
          legend={t('compliance.refer.requirements')}
          options={items.map(({ id, policyItemCode, title, policyCollectionName }) => ({
            value: id,
            label: `${policyItemCode} ${title}`.trim(),
            hint: policyCollectionName,
          }))}
          value={chosen}
          onChange={(id) => {
            setChosen(id)
            setClause('')
          }}
        />
      )}
      {isListed && (
        <QueryFrame query={opened} failedTitle={t('compliance.itemFailed')} loading={<Skeleton lines={2} />}>
          {(read) => (
            <>
              <ChosenRequirement item={read} clause={clause} onClause={setClause} />
              <TextArea
                label={t('compliance.referenceForm.comment')}
                rows={2}
                maxLength={4000}
                value={comment}
                onChange={(event) => setComment(event.target.value)}
              />
            </>
          )}
        </QueryFrame>
      )}
    </ConfirmDialog>
  )
}

interface ChosenRequirementProps {
  item: OpenPolicyItem
  clause: string
  onClause: (id: string) => void
}

/** The text of the requirement, so that nobody refers to another one than they mean. */
function ChosenRequirement({ item, clause, onClause }: ChosenRequirementProps) {
  const { t } = useTranslation()
  const { text, clauses } = item
  const known = clauses.find(({ id }) => id === clause)
  const whole = known?.text || text || t('compliance.noText')
  return (
    <>
      <p className="rd-chosen-requirement">
        {whole.length > maxText ? `${whole.slice(0, maxText)}…` : whole}
      </p>
      {clauses.length > 0 && (
        <Select
          label={t('compliance.referenceForm.clause')}
          value={known ? clause : ''}
          onChange={(event) => onClause(event.target.value)}
          options={clauseOptions(clauses, t('compliance.referenceForm.wholeItem'))}
        />
      )}
    </>
  )
}
