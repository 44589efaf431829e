import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { EditingRules, Me } from '@/api/types'
import { openOverlay } from '@/lib/overlay'
import type { ActionEntry } from '@/ui/menu'
import { openSteps, type StatusFile, stepIcons } from './statusSteps'

/** The actions that change the status of a file. */
export function useStatusEntries(
  me: Me,
  rules: EditingRules | undefined,
): (file: StatusFile) => ActionEntry[] {
  const { t } = useTranslation()
  return useCallback(
    (file) =>
      openSteps(file, me, rules).map(({ step, isOwn }) => ({
        kind: 'action',
        icon: stepIcons[step],
        label: t(`editing.step.${step}`),
        disabledReason: isOwn ? t('editing.ownVersion') : undefined,
        onSelect: () => {
          const { path, versionId: version = '' } = file
          openOverlay({ kind: 'changeStatus', path, version, title: file.title || file.code, step })
        },
      })),
    [me, rules, t],
  )
}
