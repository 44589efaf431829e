import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useMe } from '@/api/queries'
import { can } from '@/lib/can'
import { Button } from '@/ui/Button'
import { PageHead } from '@/ui/PageHead'
import { Tabs } from '@/ui/Tabs'
import { AircraftTab } from './AircraftTab'
import { OperatorDialog } from './OperatorDialog'
import { CreateOperatorDialog } from './OperatorEditor'
import { OperatorsTab } from './OperatorsTab'
import type { TailRedline } from './preview/ChangedPlaces'
import { HouseStyleDialog } from './style/HouseStyleDialog'
import './operators.css'

export function OperatorsPage({ Redline }: { Redline: TailRedline }) {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const dialog = useDialogInUrl()
  const reason = can.manageOperators(useMe()) ? undefined : t('operators.adminOnly')
  return (
    <>
      <PageHead
        title={t('operators.title')}
        purpose={t('operators.purpose')}
        actions={
          <Button variant="primary" icon="add" disabledReason={reason} onClick={dialog.create}>
            {t('operators.add')}
          </Button>
        }
      />
      <Tabs
        label={t('operators.title')}
        active={params.get('tab') === 'aircraft' ? 'aircraft' : 'operators'}
        // Search, order and page belong to their own tab, so a change of tab drops them.
        onChange={(tab) => setParams(tab === 'operators' ? {} : { tab })}
        tabs={[
          {
            id: 'operators',
            label: t('operators.title'),
            icon: 'operator',
            content: <OperatorsTab onOpen={dialog.open} onStyle={dialog.style} onCreate={dialog.create} />,
          },
          {
            id: 'aircraft',
            label: t('operators.aircraft.column'),
            icon: 'aircraft',
            content: <AircraftTab onOpen={dialog.open} />,
          },
        ]}
      />
      {dialog.creating && !reason && <CreateOperatorDialog Redline={Redline} onClose={dialog.close} />}
      {dialog.code !== undefined && (
        <OperatorDialog key={dialog.code} code={dialog.code} Redline={Redline} onClose={dialog.close} />
      )}
      {dialog.styled !== undefined && (
        <HouseStyleDialog key={dialog.styled} code={dialog.styled} onClose={dialog.close} />
      )}
    </>
  )
}

/** The open dialog is part of the address: links and the command palette open it, the back button closes it. */
function useDialogInUrl() {
  const [params, setParams] = useSearchParams()
  const show = (name: 'do' | 'operator' | 'style', value: string) =>
    setParams((before) => {
      const after = new URLSearchParams(before)
      after.set(name, value)
      return after
    })
  const close = () =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete('do')
        after.delete('operator')
        after.delete('style')
        return after
      },
      { replace: true },
    )
  return {
    creating: params.get('do') === 'create',
    code: params.get('operator') ?? undefined,
    /** The code of the operator whose house style is open. */
    styled: params.get('style') ?? undefined,
    create: () => show('do', 'create'),
    open: (code: string) => show('operator', code),
    style: (code: string) => show('style', code),
    close,
  }
}
