import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type MappingEnds, sendMappings } from '@/api/policyMappings'
import { maxRegulationBytes } from '@/api/regulations'
import { formatBytes, formatNumber } from '@/lib/format'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { DropZone } from '@/ui/DropZone'
import { FormProblem } from '@/ui/FormProblem'
import { showToast } from '@/ui/toasts'
import { FindingsCard } from '../imports/FindingsCard'

interface MappingFileDialogProps {
  ends: MappingEnds
  onClose: () => void
}

/** Reads a table of mappings, shows what it does, and writes it. */
export function MappingFileDialog({ ends, onClose }: MappingFileDialogProps) {
  const { t } = useTranslation()
  const [file, setFile] = useState<File>()
  const [tooLarge, setTooLarge] = useState(false)
  const check = useMutation({ mutationFn: (chosen: File) => sendMappings(ends, chosen, true) })
  const write = useMutation({
    mutationFn: (chosen: File) => sendMappings(ends, chosen, false),
    onSuccess: ({ isBlocked }) => {
      if (isBlocked) return
      showToast({ tone: 'success', text: t('compliance.done') })
      onClose()
    },
  })
  const take = (chosen: File) => {
    const isTooLarge = chosen.size > maxRegulationBytes
    setTooLarge(isTooLarge)
    setFile(isTooLarge ? undefined : chosen)
    write.reset()
    if (isTooLarge) check.reset()
    else check.mutate(chosen)
  }
  const report = write.data ?? check.data
  const changesNothing = report !== undefined && report.added + report.changed === 0
  const closed = reasonOf(t, report?.isBlocked, changesNothing)
  const problem = check.error ?? write.error
  const busy = check.isPending || write.isPending
  return (
    <Dialog
      title={t('mappings.file.title')}
      size="lg"
      busy={busy}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button
            variant="primary"
            busy={write.isPending}
            busyText={t('form.saving')}
            disabledReason={file && report ? closed : t('mappings.file.none')}
            onClick={() => file && write.mutate(file)}
          >
            {t('mappings.file.write')}
          </Button>
        </>
      }
    >
      {problem && <FormProblem>{problem.message}</FormProblem>}
      <p>{t('mappings.file.text')}</p>
      <DropZone
        label={file?.name ?? t('mappings.file.drop')}
        buttonText={t('regulations.choose')}
        accept=".xlsx,.csv"
        error={tooLarge ? t('regulations.tooLarge', { limit: formatBytes(maxRegulationBytes) }) : undefined}
        onFile={take}
      />
      {report && (
        <>
          <p className="mt-3" role="status">
            {t('mappings.file.counts', {
              added: formatNumber(report.added),
              changed: formatNumber(report.changed),
              unchanged: formatNumber(report.unchanged),
            })}
          </p>
          {report.findings.length > 0 && <FindingsCard findings={report.findings} />}
        </>
      )}
    </Dialog>
  )
}

/** Why the mappings of a file cannot be written. */
function reasonOf(t: (key: string) => string, isBlocked: boolean | undefined, changesNothing: boolean) {
  if (isBlocked) return t('mappings.file.blocked')
  return changesNothing ? t('mappings.file.nothing') : undefined
}
