import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { modulesQuery } from '@/api/library'
import { useFocusWithin } from '@/lib/applicability/useFocusWithin'
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
  const { holder, changeAndFocus } = useFocusWithin<HTMLFieldSetElement>()
  const remove = (index: number) => {
    const neighbour = (procedures[index + 1] ?? procedures[index - 1])?.key
    changeAndFocus(
      () => onChange(procedures.toSpliced(index, 1)),
      neighbour === undefined ? '[data-add]' : `[data-procedure="${neighbour}"] button`,
    )
  }
  return (
    <fieldset ref={holder} className="ef-group">
      <legend>{legend}</legend>
      {procedures.length === 0 && <p className="af-hint">{t('forms.item.noProcedures')}</p>}
      {procedures.map(({ key, name }, index) => (
        <div key={key} className="ef-row" data-procedure={key}>
          <span>{name}</span>
          <IconButton
            icon="trash"
            label={t('forms.item.removeProcedure', { name })}
            onClick={() => remove(index)}
          />
        </div>
      ))}
      {isAdding ? (
        <>
          <ModulePicker
            find={modulesQuery}
            manualPath={manualPath}
            label={t('forms.item.procedure')}
            value={undefined}
            onChange={(file) =>
              changeAndFocus(() => {
                setAdding(false)
                onChange([...procedures, newProcedure(file)])
              }, '[data-add]')
            }
          />
          <Button size="sm" data-add="" onClick={() => changeAndFocus(() => setAdding(false), '[data-add]')}>
            {t('ui.cancel')}
          </Button>
        </>
      ) : (
        <Button
          size="sm"
          icon="add"
          data-add=""
          onClick={() => changeAndFocus(() => setAdding(true), '.mp-picker input')}
        >
          {t('forms.item.addProcedure')}
        </Button>
      )}
    </fieldset>
  )
}
