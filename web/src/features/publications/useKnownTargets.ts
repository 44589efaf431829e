import { useQuery } from '@tanstack/react-query'
import { profilesQuery } from '@/api/library'
import { blockersQuery, operatorFleet } from '@/api/publications'
import type { KnownTargets } from './publishForm'

/** The profiles, aircraft and languages that can be chosen. */
export function useKnownTargets(manualPath: string, operator: string): KnownTargets {
  const profiles = useQuery(profilesQuery(manualPath)).data ?? []
  const fleet = useQuery({ ...operatorFleet(operator), enabled: operator !== '' }).data ?? []
  return {
    profiles: profiles.map(({ name }) => name),
    aircraft: fleet.map(({ registration }) => registration),
    languages: useQuery(blockersQuery(manualPath)).data?.languages ?? [],
  }
}
