import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApplicabilityChange, ApplicabilityFields } from '@/api/types'
import { type BuiltStatement, builtOf, hasKept, isComplete, writeChange } from '@/lib/applicability/statement'

/** Stands for a statement that is not in the text yet; ids have no blanks. */
export const newStatement = ' new'

/** The statement that an element refers to, or that is built; a module has its own alone. */
export function useStatementForm({ own, elsewhere }: ApplicabilityFields, isModule: boolean) {
  const { t } = useTranslation()
  const ownId = isModule ? undefined : own?.id
  const [chosen, setChosen] = useState(ownId ?? '')
  const [statement, setStatement] = useState<BuiltStatement>(() => builtOf(own))
  const [isDirty, setDirty] = useState(false)
  const isNew = chosen === newStatement
  const isBuilt = isModule || isNew || (ownId !== undefined && chosen === ownId)
  const isFixed = !isNew && isBuilt && (own?.isFixed === true || elsewhere !== undefined)
  const change: ApplicabilityChange = isBuilt
    ? writeChange(isNew ? undefined : ownId, statement)
    : { kind: 'refer', id: chosen === '' ? undefined : chosen }
  const isEmpty = statement.display.trim() === '' && statement.group.parts.length === 0
  /** Why the statement cannot be written. */
  const missing = () => {
    if (!isBuilt) return undefined
    if (isEmpty) return t('forms.applic.saysNothing')
    return isComplete(statement.group) ? undefined : t('forms.applic.incomplete')
  }
  const disabledReason = () => {
    if (isFixed) return t('forms.fixed')
    return missing() ?? (isDirty ? undefined : t('forms.unchanged'))
  }
  const build = (next: BuiltStatement) => {
    setStatement(next)
    setDirty(true)
  }
  return {
    chosen,
    choose: (value: string) => {
      setChosen(value)
      // Parts that the form does not know cannot be copied into a new statement.
      const isCopied = value === newStatement && !hasKept(builtOf(own).group)
      build(builtOf(value === ownId || isCopied ? own : undefined))
    },
    statement,
    build,
    isBuilt,
    isFixed,
    /** The text for readers has markup. */
    isDisplayFixed: isFixed || (!isNew && own?.display.isFixed === true),
    isShared: !isNew && isBuilt && (own?.uses ?? 0) > 1,
    isDirty,
    change,
    disabledReason: disabledReason(),
  }
}

export type StatementForm = ReturnType<typeof useStatementForm>
