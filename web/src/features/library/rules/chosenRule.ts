import type { RuleReport } from '@/api/types'
import type { ListState } from '@/lib/useListState'

type RuleList = ListState<'position'>

/**
 * The number of the rule whose findings are listed; '' for all. The address names the report too, because a number
 * means another rule in the next one.
 */
export function chosenRule(list: RuleList, report: RuleReport): string {
  const [id, number = ''] = list.filter('rule').split('.')
  return id === report.id ? number : ''
}

export function chooseRule(list: RuleList, report: RuleReport, number: string) {
  list.setFilter('rule', number === '' ? '' : `${report.id}.${number}`)
}
