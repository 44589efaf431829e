import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { File } from '@/api/types'
import { DropdownMenu } from '@/ui/DropdownMenu'
import { Icon } from '@/ui/Icon'
import type { MenuItem } from '@/ui/menu'
import type { Column } from '@/ui/Table'

/** A column with `never` is only shown when it is chosen. */
export type ChoosableColumn = Omit<Column<File>, 'hideBelow'> & {
  hideBelow?: Column<File>['hideBelow'] | 'never'
}

const storageKey = 'airfolio.moduleColumns'

function stored(): string[] | undefined {
  return localStorage.getItem(storageKey)?.split(' ')
}

/** The columns a person has chosen, on this device; without a choice those that the window has room for. */
export function useChosenColumns(all: readonly ChoosableColumn[]) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState(stored)
  const [first, ...others] = all
  const isShown = ({ key, hideBelow }: ChoosableColumn) =>
    chosen ? chosen.includes(key) : hideBelow !== 'never'
  const choose = (keys: string[] | undefined) => {
    if (keys) localStorage.setItem(storageKey, keys.join(' '))
    else localStorage.removeItem(storageKey)
    setChosen(keys)
  }
  const toggle = (column: ChoosableColumn) => {
    const keys = others.filter((each) => (each === column ? !isShown(each) : isShown(each)))
    choose(keys.map(({ key }) => key))
  }
  const shown = [...(first ? [first] : []), ...others.filter(isShown)].map(({ hideBelow, ...column }) => ({
    ...column,
    hideBelow: chosen || hideBelow === 'never' ? undefined : hideBelow,
  }))
  const chooser = (
    <DropdownMenu
      label={t('library.columns.choose')}
      trigger={
        <>
          <Icon name="columns" />
          {t('library.columns.label')}
        </>
      }
      buttonClassName="btn af-btn-secondary"
      items={[
        ...others.map(
          (column): MenuItem => ({
            kind: 'action',
            label: column.header,
            checked: isShown(column),
            many: true,
            onSelect: () => toggle(column),
          }),
        ),
        { kind: 'divider' },
        {
          kind: 'action',
          label: t('library.columns.reset'),
          icon: 'retry',
          onSelect: () => choose(undefined),
        },
      ]}
    />
  )
  return { shown, chooser }
}
