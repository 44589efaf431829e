import { useTranslation } from 'react-i18next'
import type { PolicyEvent } from '@/api/types'

/** The labels of the fields that an update can change, by their names in the API. */
const fieldLabels: ReadonlyMap<string, string> = new Map([
  ['policyItemCode', 'compliance.column.code'],
  ['title', 'compliance.column.title'],
  ['text', 'compliance.itemForm.text'],
  ['guidance', 'compliance.guidance'],
  ['kind', 'compliance.itemForm.kind'],
  ['clauses', 'compliance.itemForm.clauses'],
  ['effectiveDate', 'compliance.form.effectiveDate'],
  ['isAssessable', 'compliance.itemForm.assessable'],
  ['owner', 'compliance.column.owner'],
  ['reviewDate', 'compliance.column.reviewDate'],
])

const scopeLabels: ReadonlyMap<string, string> = new Map([
  ['in', 'compliance.inScope'],
  ['out', 'compliance.outOfScope'],
])

const meansLabels: ReadonlyMap<string, string> = new Map(
  ['amc', 'altmoc', 'exemption', 'derogation'].map((kind) => [kind, `compliance.means.kind.${kind}`]),
)

const statusKinds: ReadonlySet<string> = new Set([
  'status',
  'proposed',
  'signedOff',
  'rejected',
  'proposalDropped',
])

/** The values before and after an entry of the history, in words. The server sends names and codes. */
export function useEventValues({ kind, before, after }: PolicyEvent): string[] {
  const { t } = useTranslation()
  const label = (labels: ReadonlyMap<string, string>, name: string) => {
    const key = labels.get(name)
    return key === undefined ? name : t(key)
  }
  const words = (value: string) => {
    if (statusKinds.has(kind)) return t(`compliance.status.${value}`)
    if (kind === 'edition' && value === before) return t(`regulations.class.${value}`)
    if (kind === 'updated') {
      return value
        .split(', ')
        .map((name) => label(fieldLabels, name))
        .join(' · ')
    }
    if (kind.startsWith('means')) {
      const [name = '', ...facts] = value.split(' · ')
      const [word = '', ...reference] = name.split(' ')
      return [[label(meansLabels, word), ...reference].join(' '), ...facts].join(' · ')
    }
    if (kind === 'scope') {
      const [word = '', ...limits] = value.split(' · ')
      return [label(scopeLabels, word), ...limits].join(' · ')
    }
    return value
  }
  // Whole texts are too long for an entry; the page shows the new one.
  if (kind === 'requirementChanged') return []
  // A confirmed text is the same before and after.
  return [...new Set([before, after])].filter((value) => value !== '').map(words)
}
