import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { checkOut, useEditingRules } from '@/api/editing'
import { fileQuery } from '@/api/library'
import { useMe } from '@/api/queries'
import type { File } from '@/api/types'
import { can } from '@/lib/can'
import { editEntries, holderText, isEditable } from '@/lib/editing/editEntries'
import { readPlace } from '@/lib/editing/readPlace'
import { useStatusEntries } from '@/lib/editing/useStatusEntries'
import { openOverlay } from '@/lib/overlay'
import { showProblem } from '@/lib/showProblem'
import type { ActionEntry } from '@/ui/menu'
import { showToast } from '@/ui/toasts'
import { moduleEntries } from '../modules/moduleEntries'
import { useIsWorking } from '../useIsWorking'

/**
 * The actions that edit a file and change its status; none where another version than the working one is read. `place`
 * gives the paragraph that the editor opens at.
 */
export function useEditEntries(place?: () => string | undefined): (file: File) => ActionEntry[] {
  const { t } = useTranslation()
  const me = useMe()
  const navigate = useNavigate()
  const isWorking = useIsWorking()
  const stepsOf = useStatusEntries(me, useEditingRules(can.editContent(me)))
  return useCallback(
    (file) => {
      if (!isWorking) return []
      if (!isEditable(file)) return stepsOf(file)
      const take = async (path: string) => {
        try {
          await checkOut(path)
          showToast({ tone: 'success', text: t('editing.checkedOut', { name: file.title || file.code }) })
          return true
        } catch (error) {
          showProblem(error instanceof Error ? error : new Error(String(error)))
          return false
        }
      }
      const go = (path: string) => void navigate(path)
      const entries = editEntries(file, { t, me, go, checkOut: take, place })
      return [...entries, ...moduleEntries(file, me, t), ...stepsOf(file)]
    },
    [t, me, navigate, isWorking, stepsOf, place],
  )
}

/** The same for the file that is read, as it is now; the editor opens at the paragraph that is read. */
export function useEditEntriesOf(path: string): ActionEntry[] {
  const entriesOf = useEditEntries(readPlace)
  const file = useQuery(fileQuery(path, {})).data
  return useMemo(() => (file ? entriesOf(file) : []), [file, entriesOf])
}

/** Deletes a file; none where the user may not, or another version than the working one is read. */
export function useDeleteEntry(): (file: File) => ActionEntry[] {
  const { t } = useTranslation()
  const me = useMe()
  const isWorking = useIsWorking()
  return useCallback(
    (file) => {
      if (!isWorking || !can.editContent(me, file.path)) return []
      const { path, title, code, checkedOutBy } = file
      const isHeld = checkedOutBy === me.user.account
      const isTaken = checkedOutBy !== undefined && !isHeld
      return [
        {
          kind: 'action',
          icon: 'trash',
          label: t('library.delete.action'),
          disabledReason: isTaken ? holderText(file, t) : undefined,
          onSelect: () => openOverlay({ kind: 'deleteFile', path, title: title || code, isHeld }),
        },
      ]
    },
    [t, me, isWorking],
  )
}
