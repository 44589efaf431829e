import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { deletePolicyItem, refreshCompliance } from '@/api/compliance'
import type { OpenPolicyItem } from '@/api/types'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/Button'
import { DeleteDialog } from './dialogs/DeleteDialog'
import { ItemDialog } from './dialogs/ItemDialog'
import { ReferenceDialog } from './dialogs/ReferenceDialog'
import { ScopeDialog } from './dialogs/ScopeDialog'
import { SignOffDialog } from './dialogs/SignOffDialog'
import { StatusDialog } from './dialogs/StatusDialog'

type OpenDialog = 'status' | 'signOff' | 'scope' | 'edit' | 'reference' | 'delete'

/** The actions that the user may take on a requirement. */
export function ItemActions({ item }: { item: OpenPolicyItem }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [open, setOpen] = useState<OpenDialog>()
  const close = () => setOpen(undefined)
  const { mayEdit, maySignOff, mayDelete } = item.abilities
  const remove = async (opened: OpenPolicyItem) => {
    await deletePolicyItem(opened)
    await navigate(paths.compliance(opened.collection.id), { replace: true })
    refreshCompliance()
  }
  return (
    <>
      {mayEdit && (
        <>
          <Button icon="edit" onClick={() => setOpen('edit')}>
            {t('compliance.update')}
          </Button>
          <Button icon="filter" onClick={() => setOpen('scope')}>
            {t('compliance.filter.scope')}
          </Button>
          <Button icon="link" onClick={() => setOpen('reference')}>
            {t('compliance.referenceForm.open')}
          </Button>
        </>
      )}
      {maySignOff && (
        <Button icon="check" onClick={() => setOpen('signOff')}>
          {t('compliance.signOff.open')}
        </Button>
      )}
      {mayDelete && (
        <Button variant="danger" icon="trash" onClick={() => setOpen('delete')}>
          {t('compliance.delete.action')}
        </Button>
      )}
      {mayEdit && (
        <Button variant="primary" icon="compliance" onClick={() => setOpen('status')}>
          {t('compliance.statusForm.open')}
        </Button>
      )}
      {open === 'edit' && <ItemDialog parentPath={item.parentPath} item={item} onClose={close} />}
      {open === 'scope' && <ScopeDialog item={item} onClose={close} />}
      {open === 'reference' && <ReferenceDialog item={item} onClose={close} />}
      {open === 'signOff' && <SignOffDialog item={item} onClose={close} />}
      {open === 'status' && <StatusDialog item={item} onClose={close} />}
      {open === 'delete' && (
        <DeleteDialog kind="item" name={item.policyItemCode} subject={item} remove={remove} onClose={close} />
      )}
    </>
  )
}
