import type { TFunction } from 'i18next'
import type { View } from '@/api/types'
import type { Choice } from '@/api/view'
import type { IconName } from '@/ui/icons'
import { saysWhich } from '../useChoice'

/** The reasons why a reader sees this text of a module and no other. */
export interface ReadFor {
  choice: Choice
  /** The profile that limits the text; its id when its name could not be loaded. */
  profile?: string
}

interface ApplicabilityNotice {
  text: string
  icon?: IconName
  /** The text may be wrong for the aircraft. */
  isWarning?: boolean
  hint?: string
}

/** The notices about the applicability of a module that is shown. The page and the task card have the same sentences. */
export function applicabilityNotices(
  t: TFunction,
  { applicability }: View,
  { choice, profile }: ReadFor,
): ApplicabilityNotice[] {
  const { module, hidden, unknown, known, annotations } = applicability
  const isChosen = saysWhich(choice)
  const isRead = isChosen || profile !== undefined
  const isJudged = isRead && known
  const pieces = annotations.reduce((sum, each) => sum + each.pieces, 0)
  const hiddenKey = choice.outside === 'grey' ? 'greyed' : 'hidden'
  const notices: (ApplicabilityNotice | false | undefined)[] = [
    module?.assertion &&
      module.truth !== 'no' && {
        text: t('reader.applicability.module', { text: module.text || module.reason }),
      },
    isChosen &&
      !known && { icon: 'warning', isWarning: true, text: t('reader.applicability.unknownAircraft') },
    isJudged &&
      module?.truth === 'unknown' && {
        icon: 'help',
        isWarning: true,
        text: t('reader.applicability.moduleUnknown'),
      },
    isRead && hidden > 0 && { icon: 'hide', text: t(`reader.applicability.${hiddenKey}`, { count: hidden }) },
    isJudged &&
      unknown > 0 && {
        icon: 'help',
        isWarning: true,
        text: t('reader.applicability.unknown', { count: unknown }),
      },
    !isChosen &&
      !isJudged &&
      pieces > 0 && {
        icon: 'info',
        text: t('reader.applicability.notChosen', { count: pieces }),
        hint: t('reader.applicability.notChosenHint'),
      },
  ]
  return notices.filter((each) => each !== false && each !== undefined)
}

/** The profile that limits the text of a module, or that could not. */
export const profileNotice = (t: TFunction, name: string, isApplied: boolean): string =>
  t(isApplied ? 'fleet.profile.reading' : 'fleet.profile.notApplied', { name })
