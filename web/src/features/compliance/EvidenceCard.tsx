import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addEvidence, deleteEvidence, maxEvidenceBytes, saveEvidence } from '@/api/policyEvidence'
import type { OpenPolicyItem, PolicyEvidence } from '@/api/types'
import { formatBytes, formatDate } from '@/lib/format'
import { showProblem } from '@/lib/showProblem'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Field } from '@/ui/Field'
import { IconButton } from '@/ui/IconButton'
import { Select } from '@/ui/Select'
import { showToast } from '@/ui/toasts'
import { SignAgainHint } from './SignAgainHint'

/** Files that prove how a requirement is met, each with the day from which it is valid. */
export function EvidenceCard({ item }: { item: OpenPolicyItem }) {
  const { t } = useTranslation()
  const [deleted, setDeleted] = useState<PolicyEvidence>()
  const remove = useMutation({
    mutationFn: ({ id }: PolicyEvidence) => deleteEvidence(id),
    onSuccess: () => {
      showToast({ tone: 'success', text: t('compliance.done') })
      setDeleted(undefined)
    },
  })
  const save = useMutation({ mutationFn: saveEvidence, onError: showProblem })
  const placeOf = (id: string | undefined) => item.references.find((reference) => reference.id === id)
  return (
    <Card title={t('compliance.evidence.title')}>
      {item.evidence.length === 0 && <p className="af-hint mt-0">{t('compliance.evidence.none')}</p>}
      <ul className="cpl-references" aria-label={t('compliance.evidence.title')}>
        {item.evidence.map((file) => (
          <li key={file.id} className="d-flex flex-wrap gap-2 align-items-center">
            <Button variant="link" size="sm" icon="download" onClick={() => save.mutate(file)}>
              {file.fileName}
            </Button>
            <small>
              {[
                formatBytes(file.size),
                file.effectiveDate && t('compliance.evidence.from', { date: formatDate(file.effectiveDate) }),
                // Only those who may read the manual see the file, also without its reference.
                placeOf(file.policyRefId)?.code || file.manualPath?.slice(1),
                file.author.name || file.author.account,
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
            {item.abilities.mayEdit && (
              <IconButton
                icon="trash"
                size="sm"
                label={t('compliance.evidence.delete', { name: file.fileName })}
                onClick={() => {
                  remove.reset()
                  setDeleted(file)
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {item.abilities.mayEdit && <AddEvidence item={item} />}
      {deleted && (
        <ConfirmDialog
          title={t('compliance.evidence.delete', { name: deleted.fileName })}
          confirmText={t('compliance.delete.action')}
          busyText={t('compliance.delete.busy')}
          busy={remove.isPending}
          problem={remove.error?.message}
          danger
          onConfirm={() => remove.mutate(deleted)}
          onClose={() => setDeleted(undefined)}
        >
          <p>{t('compliance.evidence.deleteText')}</p>
        </ConfirmDialog>
      )}
    </Card>
  )
}

function AddEvidence({ item }: { item: OpenPolicyItem }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [date, setDate] = useState('')
  const [reference, setReference] = useState('')
  const add = useMutation({
    mutationFn: (file: File) => addEvidence(item.id, file, date, reference),
    onSuccess: () => showToast({ tone: 'success', text: t('compliance.done') }),
    onError: showProblem,
  })
  const choose = (file: File | undefined) => {
    if (!file) return
    if (file.size > maxEvidenceBytes) {
      showToast({ tone: 'danger', text: t('compliance.evidence.tooLarge') })
    } else add.mutate(file)
  }
  const places = item.references.filter(({ manualPath }) => manualPath !== '')
  return (
    <>
      <SignAgainHint item={item} />
      <Field
        type="date"
        label={t('compliance.evidence.date')}
        value={date}
        onChange={(event) => setDate(event.target.value)}
      />
      {places.length > 0 && (
        <Select
          label={t('compliance.evidence.about')}
          value={places.some(({ id }) => id === reference) ? reference : ''}
          onChange={(event) => setReference(event.target.value)}
          options={[
            { value: '', label: t('compliance.referenceForm.wholeItem') },
            ...places.map(({ id, code, manualPath, currentQuote }) => ({
              value: id,
              label: [code || manualPath.slice(1), currentQuote.slice(0, 40)].filter(Boolean).join(' · '),
            })),
          ]}
        />
      )}
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        aria-label={t('compliance.evidence.add')}
        tabIndex={-1}
        onChange={({ target }) => {
          choose(target.files?.[0])
          // The same file can be chosen again.
          target.value = ''
        }}
      />
      <Button size="sm" icon="add" busy={add.isPending} onClick={() => input.current?.click()}>
        {t('compliance.evidence.add')}
      </Button>
      <p className="af-hint">{t('compliance.evidence.hint')}</p>
    </>
  )
}
