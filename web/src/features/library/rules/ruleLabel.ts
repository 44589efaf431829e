import type { TFunction } from 'i18next'
import type { ReportedRule } from '@/api/types'

const remarkKeys: Record<string, string> = {
  'brex.not_named': 'notNamed',
  'brex.not_found': 'notFound',
  'brex.unusable': 'unusable',
  'brex.other_issue': 'otherIssue',
  'brex.circle': 'circle',
  'brex.too_many_layers': 'tooManyLayers',
  'brex.unjudged': 'unjudged',
  'brex.too_long': 'tooLong',
  'brex.more_rules': 'moreRules',
}

/** The defect of the rules or the module, in a few words; '' for a rule that is violated. */
function remarkText(t: TFunction, { kind, isViolation, name }: ReportedRule): string {
  if (isViolation && name !== '') return ''
  return t(`library.rules.kind.${remarkKeys[kind] ?? 'unreadable'}`)
}

/** The name of a row of a report: no two rows have the same. */
export function ruleLabel(t: TFunction, rule: ReportedRule): string {
  return [rule.name || rule.brex, remarkText(t, rule)].filter((word) => word !== '').join(': ')
}
