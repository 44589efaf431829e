import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { checkOut } from '@/api/editing'
import { useMe } from '@/api/queries'
import { translationQuery } from '@/api/translations'
import type { Draft, File, SideBySide } from '@/api/types'
import { can } from '@/lib/can'
import { holderText } from '@/lib/editing/editEntries'
import { answerOtherTabs } from '@/lib/editing/tab'
import { currentLanguage } from '@/lib/i18n'
import { keyOf } from '@/lib/library/objects'
import { usePageName } from '@/lib/pageName'
import { href, paths } from '@/lib/paths'
import { QueryFrame } from '@/lib/QueryFrame'
import { languageName } from '@/lib/regions'
import { showProblem } from '@/lib/showProblem'
import { Button } from '@/ui/Button'
import { LinkButton } from '@/ui/LinkButton'
import { Notice } from '@/ui/Notice'
import { PageHead } from '@/ui/PageHead'
import { editorStartQuery } from '../openSession'
import { TranslationHead } from './TranslationHead'
import { TranslationRows } from './TranslationRows'
import { TranslationSession } from './TranslationSession'
import '../editor.css'
import './translation.css'

/** A translation whose lines are typed, with what it began with. */
interface OpenedTranslation {
  key: string
  page: SideBySide
  draft: Draft
}

/** The translation that the address names, beside its original. */
export function TranslationPage() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const path = params.get('path') ?? ''
  const account = useMe().user.account
  const page = useQuery(translationQuery(path))
  const isMine = page.data?.translation.checkedOutBy === account
  const start = useQuery({ ...editorStartQuery(account, path), enabled: isMine })
  // Another text needs new lines.
  const [round, setRound] = useState(0)
  const reload = async () => {
    const { data: read } = await page.refetch()
    if (read?.translation.checkedOutBy === account) await start.refetch()
    setRound((number) => number + 1)
  }
  usePageName(page.data?.translation.title ?? '')
  useEffect(answerOtherTabs, [])
  const draft = start.data?.draft
  const isOther = draft !== undefined && page.data !== undefined && draft.sha256 !== page.data.sha256
  const isLeft = start.data !== undefined && start.data.kept.length > 0
  const key = `${round} ${path}`
  // Answers that are loaded again, as after a change of language, are not for the open lines.
  const [opened, setOpened] = useState<OpenedTranslation>()
  const isOpen = opened?.key === key
  if (!isOpen && isMine && draft && page.data && !isOther && !isLeft)
    setOpened({ key, page: page.data, draft })
  else if (!isOpen && opened) setOpened(undefined)
  const reloaded = useRef(-1)
  useEffect(() => {
    // The text was saved between the two answers; asked once, so that a page that cannot be read does not ask forever.
    if (isOpen || !isOther || reloaded.current === round) return
    reloaded.current = round
    void page.refetch()
  })
  const { data } = page
  if (!data || (isMine && !start.data)) {
    return (
      <>
        <PageHead title={t('translation.title')} purpose={keyOf(path)} />
        <QueryFrame query={data ? start : page} failedTitle={t('translation.failed')}>
          {() => null}
        </QueryFrame>
      </>
    )
  }
  const named = (code: string) => ({ code, name: languageName(code, currentLanguage()) })
  const languages = { original: named(data.original.language), translation: named(data.translation.language) }
  return (
    <div className="tr-page">
      {isOpen ? (
        <TranslationSession
          key={key}
          page={opened.page}
          draft={opened.draft}
          languages={languages}
          onReload={() => void reload()}
        />
      ) : (
        <>
          <TranslationHead page={data} flush={async () => data.sha256} onReload={() => void reload()}>
            {!isMine && <CheckOutButton file={data.translation} onDone={() => void reload()} />}
          </TranslationHead>
          {isLeft && (
            <Notice tone="warning" title={t('editor.recover.title')}>
              <p>{t('translation.left')}</p>
              <LinkButton href={href(paths.editor(path))}>{t('translation.inEditor')}</LinkButton>
            </Notice>
          )}
          <TranslationRows rows={data.rows} languages={languages} />
        </>
      )}
    </div>
  )
}

function CheckOutButton({ file, onDone }: { file: File; onDone: () => void }) {
  const { t } = useTranslation()
  const me = useMe()
  const take = useMutation({ mutationFn: () => checkOut(file.path) })
  if (!can.editContent(me, file.path)) return null
  return (
    <Button
      variant="primary"
      icon="edit"
      busy={take.isPending}
      disabledReason={file.checkedOutBy === undefined ? undefined : holderText(file, t)}
      onClick={() => take.mutate(undefined, { onSuccess: onDone, onError: showProblem })}
    >
      {t('translation.edit')}
    </Button>
  )
}
