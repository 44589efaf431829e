import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { profilesQuery } from '@/api/library'
import type { Choice } from '@/api/view'
import { saysWhich } from './useChoice'

interface ReadProfile {
  /** Undefined while everything is read. Also a profile about which nothing could be loaded, because its content is still limited. */
  profileId: string | undefined
  /** Its name, or else its id. */
  name: string | undefined
  /** The profile of the address is gone, or one of another manual, so that everything is read. */
  isUnknown: boolean
  /** Whether the profile of the address is not known yet. */
  isPending: boolean
}

/** The profile in the address that hides content of a manual. */
export function useReadProfile(manualPath: string): ReadProfile {
  const wanted = useSearchParams()[0].get('profile')
  const profiles = useQuery({ ...profilesQuery(manualPath), enabled: wanted !== null })
  const known = profiles.data?.find(({ id }) => id === wanted)
  const profile = known?.scope === 'all' ? undefined : known
  const profileId = profile?.id ?? (profiles.isError ? (wanted ?? undefined) : undefined)
  return {
    profileId,
    name: profile?.name ?? profileId,
    isUnknown: wanted !== null && profiles.isSuccess && known === undefined,
    isPending: wanted !== null && profiles.isPending,
  }
}

/** The same for a text that is read for a choice: a chosen aircraft counts more than the profile. */
export function useShownProfile(manualPath: string, choice: Choice): ReadProfile {
  const read = useReadProfile(manualPath)
  const nothing = {
    profileId: undefined,
    name: undefined,
    isUnknown: false,
    isPending: false,
  }
  return saysWhich(choice) ? nothing : read
}
