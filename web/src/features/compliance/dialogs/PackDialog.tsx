import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createPack, packPreviewQuery } from '@/api/auditPacks'
import { complianceQuery } from '@/api/compliance'
import { formatBytes } from '@/lib/format'
import { QueryFrame } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { CheckboxGroup } from '@/ui/CheckboxGroup'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { showToast } from '@/ui/toasts'
import { packFigure } from '../packFigure'
import { localMoment, momentOf } from './packMoment'

interface PackDialogProps {
  /** The collection that is chosen at first. */
  collection: string
  onClose: () => void
}

/** Asks for the collections and the moment of an audit pack, and counts what it would hold. */
export function PackDialog({ collection, onClose }: PackDialogProps) {
  const { t } = useTranslation()
  const collections = useQuery(complianceQuery())
  const [chosen, setChosen] = useState<readonly string[]>([collection])
  // Kept, so that what is counted is what the pack will hold.
  const [opened] = useState(() => new Date())
  const [typed, setTyped] = useState(() => localMoment(opened))
  const [tried, setTried] = useState(false)
  const asOf = momentOf(typed, opened)
  const problems = {
    collections: chosen.length === 0 ? t('auditors.packs.collectionsEmpty') : undefined,
    asOf: momentProblem(t, asOf),
  }
  const isValid = problems.collections === undefined && problems.asOf === undefined
  const choice = { collectionIds: [...chosen], asOf: asOf ?? '' }
  const create = useMutation({
    mutationFn: () => createPack(choice),
    onSuccess: () => {
      showToast({ tone: 'success', text: t('auditors.packs.started') })
      onClose()
    },
  })
  return (
    <Dialog
      title={t('auditors.packs.add')}
      busy={create.isPending}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (isValid) create.mutate()
      }}
      footer={
        <>
          <Button onClick={onClose} disabled={create.isPending}>
            {t('ui.cancel')}
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={create.isPending}
            busyText={t('auditors.packs.creating')}
          >
            {t('auditors.packs.create')}
          </Button>
        </>
      }
    >
      <FormProblem>{create.error?.message}</FormProblem>
      <Field
        type="datetime-local"
        label={t('auditors.packs.asOf')}
        hint={t('auditors.packs.asOfHint')}
        error={tried ? problems.asOf : undefined}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        required
      />
      <CheckboxGroup
        legend={t('auditors.packs.collections')}
        error={tried ? problems.collections : undefined}
        options={(collections.data ?? []).map(({ id, policyCollectionName }) => ({
          value: id,
          label: policyCollectionName,
        }))}
        value={chosen}
        onChange={setChosen}
      />
      {isValid && <Preview choice={choice} />}
    </Dialog>
  )
}

function momentProblem(t: (key: string) => string, asOf: string | undefined): string | undefined {
  if (asOf === undefined) return t('auditors.packs.asOfEmpty')
  return Date.parse(asOf) > Date.now() ? t('auditors.packs.asOfFuture') : undefined
}

function Preview({ choice }: { choice: { collectionIds: string[]; asOf: string } }) {
  const { t } = useTranslation()
  const query = useQuery({ ...packPreviewQuery(choice), placeholderData: keepPreviousData })
  return (
    <section aria-label={t('auditors.packs.preview')}>
      <h3 className="h6">{t('auditors.packs.preview')}</h3>
      <QueryFrame query={query} failedTitle={t('auditors.packs.previewFailed')}>
        {(found) => (
          <ul>
            {found.map(({ id, name, items, references, evidence, evidenceBytes }) => (
              <li key={id}>
                {t('auditors.packs.previewLine', {
                  name,
                  items: packFigure(t, 'items', items),
                  references: packFigure(t, 'references', references),
                  evidence: packFigure(t, 'evidence', evidence),
                  size: formatBytes(evidenceBytes),
                })}
              </li>
            ))}
          </ul>
        )}
      </QueryFrame>
    </section>
  )
}
