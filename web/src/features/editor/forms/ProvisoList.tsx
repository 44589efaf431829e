import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/Button'
import { Field } from '@/ui/Field'
import { IconButton } from '@/ui/IconButton'
import { movedTo, newProviso, type ProvisoValues, provisoLabel } from './dispatchForm'

interface ProvisoListProps {
  provisos: readonly ProvisoValues[]
  onChange: (provisos: ProvisoValues[]) => void
}

/** The provisos of a condition in their order. */
export function ProvisoList({ provisos, onChange }: ProvisoListProps) {
  const { t } = useTranslation()
  return (
    <fieldset className="ef-group">
      <legend>{t('forms.item.provisos')}</legend>
      {provisos.map((proviso, index) => {
        const label = provisoLabel(index)
        return (
          <div key={proviso.key} className="ef-row">
            <Field
              label={t('forms.item.proviso', { label })}
              hint={proviso.isFixed ? t('forms.fixed') : undefined}
              readOnly={proviso.isFixed}
              required
              maxLength={4000}
              autoComplete="off"
              value={proviso.text}
              onChange={({ target }) => onChange(provisos.with(index, { ...proviso, text: target.value }))}
            />
            <IconButton
              icon="sortUp"
              label={t('forms.item.moveUp', { label })}
              disabled={index === 0}
              onClick={() => onChange(movedTo(provisos, index, index - 1))}
            />
            <IconButton
              icon="sortDown"
              label={t('forms.item.moveDown', { label })}
              disabled={index === provisos.length - 1}
              onClick={() => onChange(movedTo(provisos, index, index + 1))}
            />
            <IconButton
              icon="trash"
              label={t('forms.item.removeProviso', { label })}
              onClick={() => onChange(provisos.toSpliced(index, 1))}
            />
          </div>
        )
      })}
      <Button size="sm" icon="add" onClick={() => onChange([...provisos, newProviso()])}>
        {t('forms.item.addProviso')}
      </Button>
    </fieldset>
  )
}
