import { useTranslation } from 'react-i18next'
import { DropdownMenu } from '@/ui/DropdownMenu'
import { Icon } from '@/ui/Icon'
import type { MenuItem } from '@/ui/menu'
import { type ApplicStatement, applicStatements } from '../model/applics'
import { type ChosenElement, type ChosenPlace, elementsAround } from '../model/chosenElement'
import type { ContentModel } from '../model/contentModel'
import { elementsOf } from '../model/xmlElements'

interface ApplicMenuProps {
  model: ContentModel | undefined
  place: ChosenPlace | undefined
  onChange: (element: ChosenElement, id: string | undefined) => void
  /** The author wants to write a statement for an element. */
  onBuild: (element: ChosenElement) => void
}

const attribute = 'applicRefId'
const mostElements = 3

/** The applicability of the block at the cursor and of the blocks around it: one of the statements of the module. */
export function ApplicMenu({ model, place, onChange, onBuild }: ApplicMenuProps) {
  const { t } = useTranslation()
  const nameOf = (name: string) => t(`editor.page.element.${name}`, { defaultValue: name })
  const statements = place ? applicStatements(place.doc.sliceString(0), elementsOf(place.doc)) : []
  const around = place ? elementsAround(place) : []
  const able = around.filter(({ path }) => model?.attribute(path, attribute)).slice(0, mostElements)
  const headers = new Set<string>()
  const headerOf = (name: string) => {
    let header = nameOf(name)
    while (headers.has(header)) header = t('editor.block.outer', { name: header })
    headers.add(header)
    return header
  }
  const isTwice = ({ id, text }: ApplicStatement) =>
    statements.some((other) => other.text === text && other.id !== id)
  const items = able.flatMap((chosen): MenuItem[] => {
    const own = chosen.attributes.find(({ name }) => name === attribute)?.value
    const entry = (id: string | undefined, label: string): MenuItem => ({
      kind: 'action',
      label,
      checked: own === id,
      onSelect: () => onChange(chosen, id),
    })
    return [
      { kind: 'header', label: headerOf(chosen.element.name) },
      entry(undefined, t('editor.applic.own')),
      ...statements.map((one) => entry(one.id, isTwice(one) ? `${one.text} (${one.id})` : one.text)),
      { kind: 'action', icon: 'edit', label: t('forms.applic.build'), onSelect: () => onBuild(chosen) },
    ]
  })
  const nothing: MenuItem = {
    kind: 'action',
    label: t('editor.applic.none'),
    disabledReason: t('editor.block.nothingReason'),
    onSelect: () => undefined,
  }
  return (
    <DropdownMenu
      label={t('editor.applic.title')}
      align="start"
      trigger={
        <>
          {t('editor.applic.title')} <Icon name="chevronDown" size="sm" />
        </>
      }
      items={items.length > 0 ? items : [nothing]}
      buttonClassName="btn btn-sm af-btn-secondary"
    />
  )
}
