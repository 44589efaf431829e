import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { attachLetter, maxLetterBytes } from '@/api/publications'
import type { OpenPublication } from '@/api/types'
import { formatDate, formatDateTime } from '@/lib/format'
import { showProblem } from '@/lib/showProblem'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { DescriptionList } from '@/ui/DescriptionList'
import { showToast } from '@/ui/toasts'
import { ArtifactsTable } from './ArtifactsTable'

/** The approval record with the letters of the authority. */
export function ApprovalCard({ open }: { open: OpenPublication }) {
  const { t } = useTranslation()
  const { publication, mayAttach } = open
  const letters = open.artifacts.filter(({ isLetter }) => isLetter)
  const { approval, approved } = publication
  if (publication.state === 'draft' || (publication.state === 'withdrawn' && !approved)) return null
  const items = [
    {
      term: t('publications.approved'),
      value: approved && `${formatDateTime(approved.on)} · ${approved.by}`,
    },
    { term: t('publications.authority'), value: approval?.approbationAuthority },
    { term: t('publications.revisionDate'), value: approval && formatDate(approval.revisionDate) },
    { term: t('publications.approvedBy'), value: approval?.approvedBy },
    { term: t('publications.jobTitle'), value: approval?.jobTitle },
    { term: t('publications.reference'), value: approval?.approvalReference },
  ].filter(({ value }) => value !== undefined)
  return (
    <Card
      title={t('publications.approval.title')}
      actions={mayAttach && <LetterButton publication={publication.id} />}
      flush
    >
      <div className="card-body">
        {items.length > 0 && <DescriptionList columns={2} items={items} />}
        {!approved && <p className="af-hint mt-0 mb-0">{t('publications.approval.pending')}</p>}
        {approved && !approval && <p className="af-hint mb-0">{t('publications.approval.notRequired')}</p>}
        {letters.length === 0 && approval && (
          <p className="af-hint mb-0">{t('publications.approval.noLetter')}</p>
        )}
      </div>
      {letters.length > 0 && (
        <ArtifactsTable
          publication={publication.id}
          caption={t('publications.approval.letters')}
          artifacts={letters}
        />
      )}
    </Card>
  )
}

function LetterButton({ publication }: { publication: string }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const add = useMutation({
    mutationFn: (file: File) => attachLetter(publication, file),
    onSuccess: () => showToast({ tone: 'success', text: t('publications.letterAttached') }),
    onError: showProblem,
  })
  const choose = (file: File | undefined) => {
    if (!file) return
    if (file.size > maxLetterBytes) showToast({ tone: 'danger', text: t('publications.letterTooLarge') })
    else add.mutate(file)
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        aria-label={t('publications.letter')}
        tabIndex={-1}
        onChange={({ target }) => {
          choose(target.files?.[0])
          // The same file can be chosen again.
          target.value = ''
        }}
      />
      <Button size="sm" icon="add" busy={add.isPending} onClick={() => input.current?.click()}>
        {t('publications.attachLetter')}
      </Button>
    </>
  )
}
