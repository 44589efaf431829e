import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { profilesQuery } from '@/api/library'
import type { Profile } from '@/api/types'
import type { Choice } from '@/api/view'
import { saysWhich } from './useChoice'

interface ReadProfile {
  /** Undefined while everything is read. */
  profile: Profile | undefined
  /** Whether the profile of the address is not known yet. */
  isPending: boolean
}

/** The profile in the address that hides content of a manual. */
export function useReadProfile(manualPath: string): ReadProfile {
  const wanted = useSearchParams()[0].get('profile')
  const profiles = useQuery({ ...profilesQuery(manualPath), enabled: wanted !== null })
  return {
    profile: profiles.data?.find(({ id, scope }) => id === wanted && scope !== 'all'),
    isPending: wanted !== null && profiles.isPending,
  }
}

/** The same for a text that is read for a choice: a chosen aircraft counts more than the profile. */
export function useShownProfile(manualPath: string, choice: Choice): ReadProfile {
  const read = useReadProfile(manualPath)
  return saysWhich(choice) ? { profile: undefined, isPending: false } : read
}
