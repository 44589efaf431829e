import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addReference, policyItemsQuery } from '@/api/compliance'
import type { ListedPolicyItem, ReferencePlace } from '@/api/types'
import { usePaused } from '@/lib/usePaused'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { FormProblem } from '@/ui/FormProblem'
import { RadioGroup } from '@/ui/RadioGroup'
import { SearchField } from '@/ui/SearchField'
import { Skeleton } from '@/ui/Skeleton'
import { showToast } from '@/ui/toasts'

interface ReferDialogProps {
  place: ReferencePlace
  /** The beginning of the paragraph. */
  quote: string
  onClose: () => void
}

const pauseMs = 250
const offered = 10

/** Chooses the requirement that a paragraph answers. */
export function ReferDialog({ place, quote, onClose }: ReferDialogProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState('')
  const keywordFilter = usePaused(text.trim(), pauseMs) || undefined
  const found = useQuery(policyItemsQuery({ keywordFilter, pageNumber: 1, pageSize: offered }))
  const items = found.data?.items ?? []
  const item = items.find(({ id }) => id === chosen)
  const add = useMutation({
    mutationFn: (read: ListedPolicyItem) =>
      addReference({ policyItemId: read.id, policyItemVersion: read.version, place, comment: '' }),
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
          onChange={setChosen}
        />
      )}
    </ConfirmDialog>
  )
}
