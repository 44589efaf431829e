import { useQuery } from '@tanstack/react-query'
import { profilesQuery } from '@/api/library'
import { blockersQuery, operatorFleet } from '@/api/publications'
import { allContent, type KnownTargets, type PublishForm } from './publishForm'

/** The available choices, and whether everything that was chosen could be looked up. */
export interface LoadedTargets extends KnownTargets {
  /** Choices are still being looked up, or cannot be. */
  open?: 'loading' | 'failed'
}

type TargetValues = Pick<PublishForm, 'type' | 'operator' | 'profiles' | 'aircraft' | 'leftOutLanguages'>

/** The profiles, aircraft and languages that can be chosen. */
export function useKnownTargets(manualPath: string, form: TargetValues): LoadedTargets {
  const profiles = useQuery(profilesQuery(manualPath))
  const fleet = useQuery({ ...operatorFleet(form.operator), enabled: form.operator !== '' })
  const blockers = useQuery(blockersQuery(manualPath))
  const needed = [
    ...(form.profiles.some((name) => name !== allContent) ? [profiles] : []),
    ...(form.aircraft.length > 0 && form.operator !== '' ? [fleet] : []),
    ...(form.leftOutLanguages.length > 0 && form.type === 'draft' ? [blockers] : []),
  ].filter((query) => query.data === undefined)
  const open = needed.some((query) => query.isError) ? 'failed' : 'loading'
  return {
    profiles: (profiles.data ?? []).map(({ name }) => name),
    aircraft: (fleet.data ?? []).map(({ registration }) => registration),
    languages: blockers.data?.languages ?? [],
    ...(needed.length > 0 ? { open } : {}),
  }
}
