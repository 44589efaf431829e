/** The parameter of the job for each filter of the list. */
const texts: Record<string, string> = {
  keyword: 'keywordFilter',
  category: 'fromPath',
  status: 'status',
  scope: 'scope',
  kind: 'kind',
  manual: 'manualPath',
  module: 'module',
  owner: 'owner',
  proof: 'proof',
}

const flags = ['assessable', 'mine', 'unreferenced', 'recheck', 'overdue', 'proposed'] as const

/** The filters of a list of requirements, as the job of a report takes them. */
export function reportFiltersOf(view: string): Record<string, string> {
  const query = new URLSearchParams(view)
  const filters: Record<string, string> = {}
  for (const [name, parameter] of Object.entries(texts)) {
    const value = query.get(name)
    if (value) filters[parameter] = value
  }
  for (const name of flags) if (query.get(name) === 'yes') filters[name] = 'true'
  const operator = query.get('operator')
  if (operator) filters.operator = operator === 'none' ? '' : operator
  return filters
}
