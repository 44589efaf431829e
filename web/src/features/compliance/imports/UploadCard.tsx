import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { complianceQuery } from '@/api/compliance'
import { maxRegulationBytes, saveTemplate, uploadRegulation } from '@/api/regulations'
import { formatBytes } from '@/lib/format'
import { paths } from '@/lib/paths'
import { showProblem } from '@/lib/showProblem'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { DropZone } from '@/ui/DropZone'
import { ProgressBar } from '@/ui/ProgressBar'
import { Select } from '@/ui/Select'

const formats = ['xlsx', 'csv'] as const

/** Takes a file of a regulation, for a new collection or as the next version of one. */
export function UploadCard({ collection }: { collection: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const known = useQuery(complianceQuery())
  const collections = known.data ?? []
  const [target, setTarget] = useState(collection)
  const [percent, setPercent] = useState<number>()
  const [tooLarge, setTooLarge] = useState(false)
  const upload = useMutation({
    mutationFn: (file: File) => uploadRegulation(file, target || undefined, setPercent),
    onError: showProblem,
    onSettled: () => setPercent(undefined),
  })
  const template = useMutation({ mutationFn: saveTemplate, onError: showProblem })
  const take = (file: File) => {
    const isTooLarge = file.size > maxRegulationBytes
    setTooLarge(isTooLarge)
    // Here and not above: whoever left the page meanwhile is not fetched back.
    const onSuccess = (id: string) => void navigate(paths.complianceImport({ import: id }))
    if (!isTooLarge) upload.mutate(file, { onSuccess })
  }
  const limit = formatBytes(maxRegulationBytes)
  return (
    <Card
      title={t('regulations.upload')}
      actions={formats.map((format) => (
        <Button
          key={format}
          size="sm"
          icon="download"
          busy={template.isPending && template.variables === format}
          onClick={() => template.mutate(format)}
        >
          {t(`regulations.template.${format}`)}
        </Button>
      ))}
    >
      <Select
        label={t('regulations.target')}
        hint={t('regulations.targetHint')}
        error={known.isError ? t('regulations.collectionsFailed') : undefined}
        options={[
          { value: '', label: t('regulations.newCollection') },
          ...collections.map(({ id, policyCollectionName }) => ({ value: id, label: policyCollectionName })),
        ]}
        value={target}
        onChange={(event) => setTarget(event.target.value)}
      />
      <DropZone
        label={t('regulations.drop')}
        hint={t('regulations.dropHint', { limit })}
        buttonText={t('regulations.choose')}
        accept=".xlsx,.csv,.xml,.zip,.json"
        error={tooLarge ? t('regulations.tooLarge', { limit }) : undefined}
        disabledReason={upload.isPending ? t('regulations.uploading') : undefined}
        onFile={take}
      />
      {percent !== undefined && <ProgressBar label={t('regulations.uploading')} percent={percent} />}
    </Card>
  )
}
