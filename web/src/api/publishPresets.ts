import { queryOptions } from '@tanstack/react-query'
import { answer, api, done } from '@/api/http'
import { keys } from '@/api/keys'
import { queryClient } from '@/api/queries'
import type { PublishChoices, PublishPreset } from '@/api/types'

/** My presets for publishing a manual; the one without a name is what I chose last. */
export const presetsQuery = (manualPath: string) =>
  queryOptions({
    queryKey: [...keys.publications, 'presets', manualPath],
    queryFn: () => answer(api.GET('/publications/presets', { params: { query: { manualPath } } })),
    staleTime: 0,
  })

/** Saves a preset; one of the same name is replaced. */
export async function savePreset(
  manualPath: string,
  name: string,
  choices: PublishChoices,
): Promise<PublishPreset> {
  const saved = await answer(api.PUT('/publications/presets', { body: { manualPath, name, choices } }))
  queryClient.setQueryData(presetsQuery(manualPath).queryKey, (known = []) => [
    ...known.filter(({ id }) => id !== saved.id),
    saved,
  ])
  return saved
}

export async function deletePreset(manualPath: string, id: string): Promise<void> {
  try {
    await done(api.DELETE('/publications/presets/{id}', { params: { path: { id } } }))
  } finally {
    await queryClient.invalidateQueries(presetsQuery(manualPath))
  }
}
