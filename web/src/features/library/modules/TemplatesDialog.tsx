import { useMutation, useQuery } from '@tanstack/react-query'
import { type ChangeEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadTemplate, replaceTemplate, resetTemplate, templatesQuery } from '@/api/modules'
import { ApiProblem } from '@/api/problem'
import type { ModuleTemplate } from '@/api/types'
import { decodeXml } from '@/lib/decodeXml'
import { downloadText } from '@/lib/downloadText'
import { formatDateTime } from '@/lib/format'
import { currentLanguage } from '@/lib/i18n'
import { QueryFrame } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { Chip } from '@/ui/Chip'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Dialog } from '@/ui/Dialog'
import { EmptyState } from '@/ui/EmptyState'
import { FormProblem } from '@/ui/FormProblem'
import { type RowAction, RowActions } from '@/ui/RowActions'
import { type Column, Table } from '@/ui/Table'
import { showToast } from '@/ui/toasts'

interface TemplatesDialogProps {
  manualPath: string
  onClose: () => void
}

/** The templates of new modules of a manual: administrators replace them by files. */
export function TemplatesDialog({ manualPath, onClose }: TemplatesDialogProps) {
  const { t } = useTranslation()
  const templates = useQuery(templatesQuery(manualPath, currentLanguage()))
  const upload = useRef<HTMLInputElement>(null)
  const [wanted, setWanted] = useState<ModuleTemplate>()
  const [reset, setReset] = useState<ModuleTemplate>()
  const read = async (file: File) => {
    const bytes = await file.arrayBuffer()
    try {
      return decodeXml(bytes)
    } catch {
      throw new Error(t('modules.templates.encoding'))
    }
  }
  const change = useMutation({
    mutationFn: async ({ contentType, file }: { contentType: string; file: File }) =>
      replaceTemplate(manualPath, contentType, await read(file)),
    onSuccess: () => showToast({ tone: 'success', text: t('modules.templates.done') }),
  })
  const download = useMutation({
    mutationFn: async ({ contentType }: ModuleTemplate) =>
      downloadText(`${contentType}.xml`, await loadTemplate(manualPath, contentType)),
  })
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    if (file && wanted) change.mutate({ contentType: wanted.contentType, file })
    // The same file can be chosen again.
    target.value = ''
  }
  const actionsOf = (template: ModuleTemplate): RowAction[] => {
    const { name, contentType, replaced } = template
    // A container is made from its alternates.
    const fixed = contentType === 'container' ? t('modules.templates.fixed') : undefined
    return [
      {
        icon: 'download',
        label: t('modules.templates.download', { name }),
        onSelect: () => download.mutate(template),
      },
      {
        icon: 'import',
        label: t('modules.templates.replace', { name }),
        disabledReason: fixed,
        onSelect: () => {
          setWanted(template)
          upload.current?.click()
        },
      },
      {
        icon: 'restore',
        label: t('modules.templates.reset', { name }),
        disabledReason: replaced ? undefined : t('modules.templates.isBuiltIn'),
        onSelect: () => setReset(template),
      },
    ]
  }
  const columns: Column<ModuleTemplate>[] = [
    { key: 'name', header: t('modules.templates.type'), cell: ({ name }) => name },
    {
      key: 'state',
      header: t('modules.templates.state'),
      cell: ({ replaced, updatedBy, updatedOn }) =>
        replaced ? (
          <Chip tone="info" icon="edit">
            {t('modules.templates.own', { account: updatedBy, on: formatDateTime(updatedOn ?? '') })}
          </Chip>
        ) : (
          t('modules.templates.builtIn')
        ),
    },
    {
      key: 'actions',
      header: t('modules.templates.actions'),
      align: 'end',
      cell: (template) => (
        <RowActions label={t('library.actionsOf', { name: template.name })} actions={actionsOf(template)} />
      ),
    },
  ]
  const error = change.error ?? download.error
  const findings = error instanceof ApiProblem ? error.findings : []
  return (
    <Dialog
      title={t('modules.templates.title')}
      size="lg"
      busy={change.isPending}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('ui.close')}</Button>}
    >
      <FormProblem>{error?.message}</FormProblem>
      {findings.length > 0 && (
        <ul>
          {findings.slice(0, 5).map(({ line, message }) => (
            <li key={`${line} ${message}`}>{t('modules.templates.finding', { line, message })}</li>
          ))}
        </ul>
      )}
      <p>{t('modules.templates.text')}</p>
      <input
        ref={upload}
        type="file"
        hidden
        accept=".xml"
        aria-label={t('modules.templates.file')}
        onChange={choose}
      />
      <QueryFrame query={templates} failedTitle={t('modules.templates.failed')}>
        {(rows) => (
          <Table
            caption={t('modules.templates.title')}
            columns={columns}
            rows={rows}
            rowKey={({ contentType }) => contentType}
            empty={<EmptyState icon="module" title={t('modules.templates.failed')} />}
          />
        )}
      </QueryFrame>
      {reset && <ResetDialog manualPath={manualPath} template={reset} onClose={() => setReset(undefined)} />}
    </Dialog>
  )
}

interface ResetDialogProps extends TemplatesDialogProps {
  template: ModuleTemplate
}

/** Asks before the file of somebody is thrown away. */
function ResetDialog({ manualPath, template: { name, contentType }, onClose }: ResetDialogProps) {
  const { t } = useTranslation()
  const reset = useMutation({
    mutationFn: () => resetTemplate(manualPath, contentType),
    onSuccess: () => {
      showToast({ tone: 'success', text: t('modules.templates.done') })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      danger
      title={t('modules.templates.reset', { name })}
      confirmText={t('modules.templates.resetConfirm')}
      busyText={t('modules.templates.resetting')}
      busy={reset.isPending}
      problem={reset.error?.message}
      onConfirm={() => reset.mutate()}
      onClose={onClose}
    >
      {t('modules.templates.resetText')}
    </ConfirmDialog>
  )
}
