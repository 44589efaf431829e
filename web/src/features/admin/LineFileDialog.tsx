import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiProblem } from '@/api/problem'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { DropZone } from '@/ui/DropZone'
import { ProgressBar } from '@/ui/ProgressBar'
import { showToast } from '@/ui/toasts'
import { FileDefects } from './FileDefects'

/** A checked file: its text, its changes and what identifies them. */
interface CheckedFile<Change> {
  csv: string
  changes: Change[]
  digest: string
}

interface LineFileDialogProps<Change> {
  title: string
  /** The columns of the file. */
  hint: string
  check: UseMutationResult<CheckedFile<Change>, Error, File>
  apply: UseMutationResult<{ changes: Change[] }, Error, { csv: string; digest: string }>
  /** Whether a change takes something away. */
  isRemoval: (change: Change) => boolean
  /** The label of the button, without and with a removal. */
  applyTexts: readonly [string, string]
  doneText: (count: number) => string
  table: (changes: readonly Change[]) => ReactNode
  onClose: () => void
}

/** Reads a CSV file: it is checked and its changes are shown before anything is changed. */
export function LineFileDialog<Change>(props: LineFileDialogProps<Change>) {
  const { title, hint, check, apply, isRemoval, applyTexts, doneText, table, onClose } = props
  const { t } = useTranslation()
  const { data: checked } = check
  const failure = apply.error ?? check.error
  const defects = failure instanceof ApiProblem ? failure.errors : []
  const removes = checked?.changes.some(isRemoval)
  const run = ({ csv, digest }: CheckedFile<Change>) =>
    apply.mutate(
      { csv, digest },
      {
        onSuccess: ({ changes }) => {
          showToast({ tone: 'success', text: doneText(changes.length) })
          onClose()
        },
      },
    )
  return (
    <Dialog
      title={title}
      size="lg"
      busy={apply.isPending}
      onClose={onClose}
      footer={
        <>
          <Button disabled={apply.isPending} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          {checked && checked.changes.length > 0 && (
            <Button
              variant={removes ? 'danger' : 'primary'}
              busy={apply.isPending}
              busyText={t('groups.importing')}
              onClick={() => run(checked)}
            >
              {applyTexts[removes ? 1 : 0]}
            </Button>
          )}
        </>
      }
    >
      {check.isPending ? (
        <ProgressBar label={t('groups.checking')} percent={undefined} />
      ) : (
        <DropZone
          label={t('groups.drop')}
          hint={hint}
          buttonText={t('groups.chooseFile')}
          icon="spreadsheet"
          accept=".csv,text/csv"
          error={defects.length > 0 ? t('groups.nothingChanged') : failure?.message}
          onFile={(file) => {
            apply.reset()
            check.mutate(file)
          }}
        />
      )}
      {defects.length > 0 && <FileDefects defects={defects} />}
      {checked && table(checked.changes)}
    </Dialog>
  )
}
