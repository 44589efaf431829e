import type { OpenPolicyItem } from '@/api/types'
import type { Option } from '@/ui/option'

/** The beginning of a clause is enough to recognise it. */
const maxText = 60

/** The whole requirement and its clauses, to choose one of them. */
export function clauseOptions(clauses: OpenPolicyItem['clauses'], whole: string): Option[] {
  const option = ({ id, marker, text }: OpenPolicyItem['clauses'][number]) => ({
    value: id,
    label: `${marker} ${text.slice(0, maxText)}`.trim(),
  })
  return [{ value: '', label: whole }, ...clauses.map(option)]
}
