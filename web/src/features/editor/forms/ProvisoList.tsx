import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DispatchItem } from '@/api/types'
import { useFocusWithin } from '@/lib/applicability/useFocusWithin'
import { Button } from '@/ui/Button'
import { Field } from '@/ui/Field'
import { IconButton } from '@/ui/IconButton'
import { movedTo, newProviso, type ProvisoValues, provisoLabel } from './dispatchForm'

interface ProvisoListProps {
  provisos: readonly ProvisoValues[]
  /** How they are combined in the text. */
  logic: DispatchItem['lines'][number]['logic']
  /** The server's objection to the text of a proviso. */
  errorOf: (index: number) => string | undefined
  onChange: (provisos: ProvisoValues[]) => void
}

/** The provisos of a condition in their order. */
export function ProvisoList({ provisos, logic, errorOf, onChange }: ProvisoListProps) {
  const { t } = useTranslation()
  const [said, setSaid] = useState('')
  const { holder, changeAndFocus } = useFocusWithin<HTMLFieldSetElement>()
  // Provisos of several lists can be changed in the source only.
  const mixedReason = logic === 'mixed' ? t('forms.item.mixedProvisos') : undefined
  const move = (index: number, to: number, way: 'up' | 'down') => {
    const key = provisos[index]?.key
    changeAndFocus(() => {
      onChange(movedTo(provisos, index, to))
      setSaid(t('forms.item.moved', { label: provisoLabel(to) }))
    }, `[data-proviso="${key}"] [data-move="${way}"]`)
  }
  const remove = (index: number) => {
    const neighbour = (provisos[index + 1] ?? provisos[index - 1])?.key
    changeAndFocus(
      () => onChange(provisos.toSpliced(index, 1)),
      neighbour === undefined ? '[data-add]' : `[data-proviso="${neighbour}"] [data-remove]`,
    )
  }
  const add = () => {
    const proviso = newProviso()
    changeAndFocus(() => onChange([...provisos, proviso]), `[data-proviso="${proviso.key}"] input`)
  }
  return (
    <fieldset ref={holder} className="ef-group">
      <legend>{t('forms.item.provisos')}</legend>
      {provisos.length > 1 && <p className="af-hint">{t(`forms.provisoLogic.${logic}`)}</p>}
      {provisos.map((proviso, index) => {
        const label = provisoLabel(index)
        return (
          <div key={proviso.key} className="ef-row" data-proviso={proviso.key}>
            <Field
              label={t('forms.item.proviso', { label })}
              hint={proviso.isFixed ? t('forms.fixed') : undefined}
              error={errorOf(index)}
              readOnly={proviso.isFixed}
              required={proviso.number === undefined}
              maxLength={4000}
              autoComplete="off"
              value={proviso.text}
              onChange={({ target }) => onChange(provisos.with(index, { ...proviso, text: target.value }))}
            />
            <IconButton
              icon="sortUp"
              label={t('forms.item.moveUp', { label })}
              data-move="up"
              disabledReason={mixedReason ?? (index === 0 ? t('forms.item.isFirst') : undefined)}
              onClick={() => move(index, index - 1, 'up')}
            />
            <IconButton
              icon="sortDown"
              label={t('forms.item.moveDown', { label })}
              data-move="down"
              disabledReason={
                mixedReason ?? (index === provisos.length - 1 ? t('forms.item.isLast') : undefined)
              }
              onClick={() => move(index, index + 1, 'down')}
            />
            <IconButton
              icon="trash"
              label={t('forms.item.removeProviso', { label })}
              data-remove=""
              disabledReason={mixedReason}
              onClick={() => remove(index)}
            />
          </div>
        )
      })}
      <Button size="sm" icon="add" data-add="" disabledReason={mixedReason} onClick={add}>
        {t('forms.item.addProviso')}
      </Button>
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </fieldset>
  )
}
