import type { ChosenPlaces, FoundPlace, ProposedModule } from '@/api/types'

/** The places that the user has taken out of the choice, as `path#number`. All others are chosen. */
export type LeftOut = ReadonlySet<string>

export const placeId = ({ path }: ProposedModule, { number }: FoundPlace) => `${path}#${number}`

/** The places of a module that can be replaced. */
export const replaceable = ({ places }: ProposedModule) => places.filter(({ fault }) => fault === undefined)

/** Whether a module can be changed: it is the user's, or free and may be checked out. */
export const isOpen = ({ state }: ProposedModule, checkOut: boolean) =>
  state === 'mine' || (state === 'free' && checkOut)

export function chosenIn(module: ProposedModule, leftOut: LeftOut): FoundPlace[] {
  return replaceable(module).filter((place) => !leftOut.has(placeId(module, place)))
}

/** Takes places of modules into the choice, or out of it. */
export function withChoice(
  leftOut: LeftOut,
  places: readonly { module: ProposedModule; places: readonly FoundPlace[] }[],
  isChosen: boolean,
): LeftOut {
  const next = new Set(leftOut)
  for (const { module, places: some } of places) {
    for (const place of some) {
      if (isChosen) next.delete(placeId(module, place))
      else next.add(placeId(module, place))
    }
  }
  return next
}

/** The chosen places as they are sent; `done` are the paths of modules that have a result already. */
export function chosenPlaces(
  modules: readonly ProposedModule[],
  leftOut: LeftOut,
  checkOut: boolean,
  done: ReadonlySet<string>,
): ChosenPlaces[] {
  return modules
    .filter((module) => isOpen(module, checkOut) && !done.has(module.path))
    .map((module) => ({
      path: module.path,
      version: module.version,
      sha256: module.sha256,
      places: chosenIn(module, leftOut).map(({ number }) => number),
    }))
    .filter(({ places }) => places.length > 0)
}

export function countPlaces(chosen: readonly { places: readonly unknown[] }[]): number {
  return chosen.reduce((sum, { places }) => sum + places.length, 0)
}
