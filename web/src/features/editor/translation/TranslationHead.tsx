import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import { confirmTranslation, downloadXliff } from '@/api/translations'
import type { SideBySide } from '@/api/types'
import { can } from '@/lib/can'
import { holderText } from '@/lib/editing/editEntries'
import { keyOf, objectHref } from '@/lib/library/objects'
import { href, paths } from '@/lib/paths'
import { showProblem } from '@/lib/showProblem'
import { TranslationChip } from '@/lib/TranslationChip'
import { Button } from '@/ui/Button'
import { Code } from '@/ui/Code'
import { DropdownMenu } from '@/ui/DropdownMenu'
import { Icon } from '@/ui/Icon'
import type { MenuItem } from '@/ui/menu'
import { showToast } from '@/ui/toasts'
import { XliffDialog } from './XliffDialog'

interface TranslationHeadProps {
  page: SideBySide
  /** Saves what was typed; undefined when that fails. */
  flush: () => Promise<string | undefined>
  onReload: () => void
  children: ReactNode
}

/** The head of a translation: its state, and what can be done with it. */
export function TranslationHead({ page, flush, onReload, children }: TranslationHeadProps) {
  const { t } = useTranslation()
  const me = useMe()
  const mayEdit = can.editContent(me, page.translation.path)
  const [isUploading, setIsUploading] = useState(false)
  const { translation: file, original, counts } = page
  const confirm = useMutation({
    mutationFn: () => confirmTranslation(file.path, original.versionId),
    onSuccess: () => {
      showToast({ tone: 'success', text: t('translation.confirmed') })
      onReload()
    },
    onError: showProblem,
  })
  const saved = async () => {
    const isSaved = (await flush()) !== undefined
    if (!isSaved) showToast({ tone: 'warning', text: t('translation.xliff.notSaved') })
    return isSaved
  }
  const download = async () => {
    if (await saved()) await downloadXliff(file.path, keyOf(file.path)).catch(showProblem)
  }
  const [read, readOriginal] = [objectHref(file.path), objectHref(original.path)]
  const items: MenuItem[] = [
    {
      kind: 'action',
      icon: 'download',
      label: t('translation.xliff.download'),
      onSelect: () => void download(),
    },
    ...(mayEdit
      ? [
          {
            kind: 'action',
            icon: 'import',
            label: t('translation.xliff.upload'),
            onSelect: () => void saved().then(setIsUploading),
          } as const,
        ]
      : []),
    { kind: 'divider' },
    ...(readOriginal
      ? [{ kind: 'link', icon: 'book', label: t('translation.readOriginal'), href: readOriginal } as const]
      : []),
    ...(read ? [{ kind: 'link', icon: 'book', label: t('editor.read'), href: read } as const] : []),
    ...(mayEdit
      ? [
          {
            kind: 'link',
            icon: 'xml',
            label: t('translation.inEditor'),
            href: href(paths.editor(file.path)),
          } as const,
        ]
      : []),
  ]
  const whyNotDone = () => {
    if (page.state === 'translated') return t('translation.isConfirmed')
    if (file.checkedOutBy === undefined) return undefined
    // A draft may never be checked in.
    return file.checkedOutBy === me.user.account ? t('translation.checkInFirst') : holderText(file, t)
  }
  return (
    <div className="ed-bar">
      <div className="ed-bar-title">
        <h1>{file.title || file.code}</h1>
        <span>
          <Code>{keyOf(file.path)}</Code> <TranslationChip state={page.state} />{' '}
          {t('translation.counts', { done: counts.translated, count: counts.lines })}
        </span>
      </div>
      {mayEdit && (
        <Button
          icon="check"
          busy={confirm.isPending}
          disabledReason={whyNotDone()}
          onClick={() => confirm.mutate()}
        >
          {t('translation.confirm')}
        </Button>
      )}
      <div className="ed-buttons">
        {children}
        <DropdownMenu
          label={t('editor.more')}
          trigger={<Icon name="more" />}
          items={items}
          buttonClassName="btn af-btn-secondary af-btn-icon"
        />
      </div>
      {isUploading && (
        <XliffDialog
          path={file.path}
          onDone={() => {
            setIsUploading(false)
            onReload()
          }}
          onClose={() => setIsUploading(false)}
        />
      )}
    </div>
  )
}
