import type { RevisionForecast } from '@/api/types'

/** The lists behind the counts, as the server names them. */
type ForecastCategory =
  | 'added'
  | 'deleted'
  | 'moved'
  | 'content'
  | 'applicability'
  | 'status'
  | 'negligible'
  | 'media'
  | 'customised'
  | 'copies'
  | 'copiesElsewhere'
  | 'clean'
  | 'conflicts'
  | 'adopted'
  | 'unmarked'
  | 'markedWithoutChange'
  | 'checkedOut'
  | 'moreRestrictive'
  | 'lessRestrictive'
  | 'toBeJudged'
  | 'requested'
  | 'commented'
  | 'translations'

type CountName = {
  [Name in keyof RevisionForecast]: NonNullable<RevisionForecast[Name]> extends number ? Name : never
}[keyof RevisionForecast]

interface ForecastRow {
  name: Exclude<CountName, 'compared' | 'total' | undefined>
  /** The list behind the count, where the server has one. */
  category?: ForecastCategory
  /** Needs work or care when it is not zero. */
  attention?: true
}

export interface ForecastGroup {
  id: 'oem' | 'ours' | 'marks' | 'touched' | 'mel'
  rows: readonly ForecastRow[]
}

/** The counts of a forecast, grouped by the question that they answer. */
export const forecastGroups: readonly ForecastGroup[] = [
  {
    id: 'oem',
    rows: [
      { name: 'added', category: 'added' },
      { name: 'changedContent', category: 'content' },
      { name: 'changedApplicability', category: 'applicability' },
      { name: 'changedStatus', category: 'status' },
      { name: 'negligible', category: 'negligible' },
      { name: 'deleted', category: 'deleted' },
      { name: 'moved', category: 'moved' },
      { name: 'media', category: 'media' },
    ],
  },
  {
    id: 'ours',
    rows: [
      { name: 'customised', category: 'customised' },
      { name: 'copies', category: 'copies' },
      { name: 'copiesElsewhere', category: 'copiesElsewhere', attention: true },
      { name: 'mergesCleanly', category: 'clean' },
      { name: 'withConflicts', category: 'conflicts', attention: true },
      { name: 'conflicts', category: 'conflicts', attention: true },
      { name: 'adopted', category: 'adopted' },
    ],
  },
  {
    id: 'marks',
    rows: [
      { name: 'unmarked', category: 'unmarked', attention: true },
      { name: 'markedWithoutChange', category: 'markedWithoutChange' },
    ],
  },
  {
    id: 'touched',
    rows: [
      { name: 'checkedOut', category: 'checkedOut', attention: true },
      { name: 'changeRequests', category: 'requested', attention: true },
      { name: 'openComments', category: 'commented' },
      { name: 'translations', category: 'translations' },
      { name: 'aircraft' },
    ],
  },
  {
    id: 'mel',
    rows: [
      { name: 'moreRestrictive', category: 'moreRestrictive', attention: true },
      { name: 'lessRestrictive', category: 'lessRestrictive', attention: true },
      { name: 'toBeJudged', category: 'toBeJudged', attention: true },
    ],
  },
]

/** Whether a group says something about a revision: only some manuals have MEL items. */
export function isShown({ id, rows }: ForecastGroup, forecast: RevisionForecast, isMel: boolean): boolean {
  return id !== 'mel' || isMel || rows.some(({ name }) => (forecast[name] ?? 0) > 0)
}

const categories = forecastGroups.flatMap(({ rows }) => rows.flatMap(({ category }) => category ?? []))

/** The category that an address names. */
export function categoryOf(text: string | null): ForecastCategory | undefined {
  return categories.find((category) => category === text)
}
