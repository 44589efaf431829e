import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { hasUnsaved } from '@/ui/unsaved'

/**
 * Asks before the browser's Back or Forward closes a form that is filled in. Links of ours leave no trace that the
 * router could turn back by, so the browser itself is asked to wait; one that cannot goes on as ever.
 */
export function LeaveGuard() {
  const { t } = useTranslation()
  const [wanted, setWanted] = useState<string>()
  const agreed = useRef(false)
  useEffect(() => {
    const { navigation } = window
    if (!navigation) return
    const ask = (event: NavigateEvent) => {
      if (event.navigationType !== 'traverse' || !event.cancelable) return
      if (agreed.current || !hasUnsaved()) return
      event.preventDefault()
      setWanted(event.destination.key)
    }
    navigation.addEventListener('navigate', ask)
    return () => navigation.removeEventListener('navigate', ask)
  }, [])
  if (wanted === undefined) return null
  const leave = async () => {
    agreed.current = true
    setWanted(undefined)
    await window.navigation.traverseTo(wanted).finished?.catch(() => undefined)
    agreed.current = false
  }
  return (
    <ConfirmDialog
      danger
      title={t('shell.leave.title')}
      confirmText={t('shell.leave.leave')}
      busyText={t('shell.leave.leave')}
      onConfirm={() => void leave()}
      onClose={() => setWanted(undefined)}
    >
      {t('shell.leave.text')}
    </ConfirmDialog>
  )
}
