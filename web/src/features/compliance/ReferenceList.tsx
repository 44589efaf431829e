import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirmReference, deleteReference } from '@/api/compliance'
import type { OpenPolicyItem, PolicyRef } from '@/api/types'
import { formatDate } from '@/lib/format'
import { objectHref } from '@/lib/library/objects'
import { href, paths } from '@/lib/paths'
import { showProblem } from '@/lib/showProblem'
import { Button } from '@/ui/Button'
import { Chip } from '@/ui/Chip'
import { showToast } from '@/ui/toasts'
import { DeleteDialog } from './dialogs/DeleteDialog'

interface ReferenceListProps {
  item: OpenPolicyItem
  references: readonly PolicyRef[]
}

/** The places in manuals that answer a requirement or a clause, quoted as they are now. */
export function ReferenceList({ item, references }: ReferenceListProps) {
  return (
    references.length > 0 && (
      <ul className="cpl-references">
        {references.map((reference) => (
          <Reference key={reference.id} item={item} reference={reference} />
        ))}
      </ul>
    )
  )
}

const looks = {
  unchanged: { tone: 'success', icon: 'success' },
  changed: { tone: 'warning', icon: 'warning' },
  gone: { tone: 'danger', icon: 'unlinked' },
} as const

const textStates = ['unchanged', 'changed', 'gone'] as const

function Reference({ item, reference }: { item: OpenPolicyItem; reference: PolicyRef }) {
  const { t } = useTranslation()
  const [deleting, setDeleting] = useState(false)
  const confirm = useMutation({ mutationFn: () => confirmReference(reference, item.version) })
  const { textState, quote, currentQuote, comment, author, createdOn } = reference
  const state = textStates.find((each) => each === textState) ?? 'gone'
  const needsCheck = state === 'changed' || reference.state === 'recheck'
  const done = () => showToast({ tone: 'success', text: t('compliance.done') })
  return (
    <li className="cpl-reference">
      <Place reference={reference} /> <Chip {...looks[state]}>{t(`compliance.textState.${state}`)}</Chip>{' '}
      {state === 'unchanged' && needsCheck && (
        <Chip tone="warning" icon="warning">
          {t('compliance.filter.recheck')}
        </Chip>
      )}
      {state !== 'unchanged' && quote !== '' && (
        <blockquote className="cpl-quote cpl-quote-old">
          <span className="visually-hidden">{t('compliance.before')} </span>
          {quote}
        </blockquote>
      )}
      {currentQuote !== '' && (
        <blockquote className="cpl-quote">
          <span className="visually-hidden">{t('compliance.now')} </span>
          {currentQuote}
        </blockquote>
      )}
      {comment !== '' && <p className="cpl-text mb-1">{comment}</p>}
      <span className="af-hint d-block mt-0">
        {author.name || author.account} · <time dateTime={createdOn}>{formatDate(createdOn)}</time>
      </span>
      {item.abilities.mayEdit && (
        <div className="af-page-actions">
          {needsCheck && state !== 'gone' && (
            <Button
              size="sm"
              icon="check"
              busy={confirm.isPending}
              onClick={() => confirm.mutate(undefined, { onSuccess: done, onError: showProblem })}
            >
              {t('compliance.confirm')}
            </Button>
          )}
          <Button size="sm" icon="trash" onClick={() => setDeleting(true)}>
            {t('compliance.removeReference')}
          </Button>
        </div>
      )}
      {deleting && (
        <DeleteDialog
          kind="reference"
          name={reference.code || reference.manualPath.slice(1) || t('compliance.textState.gone')}
          subject={reference}
          remove={deleteReference}
          onClose={() => setDeleting(false)}
        />
      )}
    </li>
  )
}

/** The name of the place, leading there; with the comparison of its versions where its text changed. */
function Place({ reference }: { reference: PolicyRef }) {
  const { t } = useTranslation()
  const { path, manualPath, anchor, code, title, chapter, confirmedVersion, currentVersion } = reference
  if (manualPath === '') return <strong>{t('compliance.deletedManual')}</strong>
  if (path === '') {
    const [, database = '', manual = ''] = manualPath.split('/')
    return (
      <a href={href(paths.manual(database, manual))}>
        {[manualPath.slice(1), chapter].filter((part) => part !== '').join(' · ')}
      </a>
    )
  }
  const isChanged = reference.textState === 'changed' && confirmedVersion && currentVersion
  return (
    <>
      <a href={objectHref(path, anchor ? { at: anchor } : {})}>{code}</a> {title}{' '}
      {isChanged && (
        <a href={objectHref(path, { part: 'compare', v: confirmedVersion, with: currentVersion })}>
          {t('compliance.compare')}
        </a>
      )}
    </>
  )
}
