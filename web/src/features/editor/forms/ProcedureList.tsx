import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { modulesQuery } from '@/api/library'
import { ModulePicker } from '@/lib/library/ModulePicker'
import { Button } from '@/ui/Button'
import { IconButton } from '@/ui/IconButton'
import { newProcedure, type ProcedureValues } from './dispatchForm'

interface ProcedureListProps {
  legend: string
  manualPath: string
  procedures: readonly ProcedureValues[]
  onChange: (procedures: ProcedureValues[]) => void
}

/** The procedures of one kind that a condition refers to. */
export function ProcedureList({ legend, manualPath, procedures, onChange }: ProcedureListProps) {
  const { t } = useTranslation()
  const [isAdding, setAdding] = useState(false)
  return (
    <fieldset className="ef-group">
      <legend>{legend}</legend>
      {procedures.length === 0 && <p className="af-hint">{t('forms.item.noProcedures')}</p>}
      {procedures.map(({ key, name }, index) => (
        <div key={key} className="ef-row">
          <span>{name}</span>
          <IconButton
            icon="trash"
            label={t('forms.item.removeProcedure', { name })}
            onClick={() => onChange(procedures.toSpliced(index, 1))}
          />
        </div>
      ))}
      {isAdding ? (
        <ModulePicker
          find={modulesQuery}
          manualPath={manualPath}
          label={t('forms.item.procedure')}
          value={undefined}
          onChange={(file) => {
            setAdding(false)
            onChange([...procedures, newProcedure(file)])
          }}
        />
      ) : (
        <Button size="sm" icon="add" onClick={() => setAdding(true)}>
          {t('forms.item.addProcedure')}
        </Button>
      )}
    </fieldset>
  )
}
