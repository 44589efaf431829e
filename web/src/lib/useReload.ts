import { useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { keepTyped, type Merges } from '@/lib/keepTyped'
import { showProblem } from '@/lib/showProblem'
import { showToast } from '@/ui/toasts'

interface ReloadedRecord<Stored, Values> {
  /** Null when it is not there any more. */
  read: (stored: Stored) => Promise<Stored | null>
  formOf: (stored: Stored) => Values
  merges?: Merges<Values>
}

/**
 * For a form whose record somebody else may change meanwhile. `stored` is the record as it was last read, whose
 * version a save must name; `reload` reads it again and keeps on top of it what was typed. `opened` is taken from the
 * first render: a page that refreshes itself must not change what the user is about to save.
 */
export function useReload<Stored, Values extends FieldValues>(
  form: UseFormReturn<Values>,
  opened: Stored,
  { read, formOf, merges }: ReloadedRecord<Stored, Values>,
) {
  const { t } = useTranslation()
  const [first] = useState(opened)
  const [stored, setStored] = useState(first)
  const reload = async (onReloaded: () => void): Promise<void> => {
    try {
      const fresh = await read(stored)
      if (fresh === null) {
        showToast({ tone: 'warning', text: t('form.gone') })
        return
      }
      const kept = keepTyped(formOf(stored), form.getValues(), formOf(fresh), merges)
      setStored(fresh)
      form.reset(formOf(fresh))
      // The typed values still differ from the record, so the dialog must know that they are unsaved.
      form.reset(kept, { keepDefaultValues: true })
      onReloaded()
      showToast({ tone: 'info', text: t('form.reloaded') })
    } catch (error) {
      if (error instanceof Error) showProblem(error)
    }
  }
  return { stored, reload, isReloaded: stored !== first }
}
