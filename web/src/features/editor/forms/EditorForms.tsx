import { useTranslation } from 'react-i18next'
import { DropdownMenu } from '@/ui/DropdownMenu'
import { Icon } from '@/ui/Icon'
import type { MenuItem } from '@/ui/menu'
import type { ContentModel } from '../model/contentModel'
import { ApplicabilityDialog } from './ApplicabilityDialog'
import { DispatchDialog } from './DispatchDialog'
import { GraphicDialog } from './GraphicDialog'
import { InlineDialog } from './InlineDialog'
import { MetadataDialog } from './MetadataDialog'
import { ReferenceDialog } from './ReferenceDialog'
import type { FormName, OpenForm } from './useForms'

interface FormsMenuProps {
  readOnly: boolean
  /** The module is an item of a minimum equipment list. */
  isItem: boolean
  onOpen: (name: FormName) => void
}

/** The forms for the text that is edited. */
export function FormsMenu({ readOnly, isItem, onOpen }: FormsMenuProps) {
  const { t } = useTranslation()
  const disabledReason = readOnly ? t('forms.readOnly') : undefined
  const entry = (name: FormName, label: string): MenuItem => ({
    kind: 'action',
    label,
    disabledReason,
    onSelect: () => onOpen(name),
  })
  return (
    <DropdownMenu
      label={t('forms.title')}
      trigger={
        <>
          {t('forms.title')} <Icon name="chevronDown" size="sm" />
        </>
      }
      items={[
        entry('metadata', t('forms.metadata.title')),
        entry('applicability', t('forms.applic.ofModule')),
        entry('elementApplicability', t('forms.applic.ofElement')),
        entry('reference', t('forms.reference.title')),
        entry('graphic', t('forms.graphic.title')),
        ...(isItem ? [entry('dispatchItem', t('forms.item.title'))] : []),
      ]}
      buttonClassName="btn af-btn-secondary"
    />
  )
}

interface EditorFormsProps {
  form: OpenForm | undefined
  model: ContentModel | undefined
  onOpen: (name: FormName, element: number) => void
  onClose: () => void
}

/** The form that is open. */
export function EditorForms({ form, model, onOpen, onClose }: EditorFormsProps) {
  switch (form?.name) {
    case 'metadata':
      return <MetadataDialog target={form.target} onClose={onClose} />
    case 'applicability':
    case 'elementApplicability':
      return <ApplicabilityDialog target={form.target} element={form.element} onClose={onClose} />
    case 'reference':
      return <ReferenceDialog target={form.target} onClose={onClose} />
    case 'graphic':
      return <GraphicDialog target={form.target} onClose={onClose} />
    case 'dispatchItem':
      return (
        <DispatchDialog
          target={form.target}
          onApplicability={(element) => onOpen('elementApplicability', element)}
          onClose={onClose}
        />
      )
    case 'inline':
      return (
        <InlineDialog
          target={form.target}
          element={form.element ?? form.target.position}
          isNew={form.isNew ?? false}
          model={model}
          onClose={onClose}
        />
      )
    case undefined:
      return null
  }
}
