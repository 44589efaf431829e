import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

const minuteMs = 60_000

/** The time since the start, updated while the page is open. */
export function UpTime({ since }: { since: string }) {
  const { t } = useTranslation()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / minuteMs))
  const parts = {
    days: Math.floor(minutes / 1440),
    hours: Math.floor(minutes / 60) % 24,
    minutes: minutes % 60,
  }
  if (parts.days > 0) return t('admin.system.duration.days', parts)
  return t(parts.hours > 0 ? 'admin.system.duration.hours' : 'admin.system.duration.minutes', parts)
}
