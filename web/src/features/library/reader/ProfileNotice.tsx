import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { Button } from '@/ui/Button'
import { Icon } from '@/ui/Icon'
import { profileNotice } from './applicabilityNotices'

interface ProfileNoticeProps {
  /** Its id when its name could not be loaded. */
  profile: string | undefined
  /** There is no such profile. */
  isUnknown: boolean
  /** The tables of the module know an aircraft of the profile. */
  isApplied: boolean
}

/** Says that a module is read as a profile shows it, with the way to all content. */
export function ProfileNotice({ profile, isUnknown, isApplied }: ProfileNoticeProps) {
  const { t } = useTranslation()
  const [, setParams] = useSearchParams()
  const leave = () =>
    setParams((before) => {
      const after = new URLSearchParams(before)
      // Entries of the contents are those of a profile.
      for (const name of ['profile', 'node']) after.delete(name)
      return after
    })
  if (!profile && !isUnknown) return null
  return (
    <div role="status" className="rd-band af-tone-info">
      <Icon name="profile" />
      <span className="rd-band-text">
        {profile ? profileNotice(t, profile, isApplied) : t('fleet.profile.unknown')}
      </span>
      <Button size="sm" onClick={leave}>
        {t('fleet.profile.leave')}
      </Button>
    </div>
  )
}
