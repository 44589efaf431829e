import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Reading, tocChildrenQuery } from '@/api/library'
import type { Choice } from '@/api/view'
import { Icon } from '@/ui/Icon'
import { aircraftOf, saysWhich } from '../useChoice'
import type { LibraryNode } from './nodes'
import { pageSize } from './pageSize'

interface NotApplyingMarkProps {
  node: LibraryNode & { kind: 'toc' }
  reading: Reading
  choice: Choice
}

/**
 * Says that a module, or all of a section, is not for the chosen aircraft or the profile. Only rows in view have one,
 * and those of one page ask together, so a tree of any size costs no more than what is looked at.
 */
export function NotApplyingMark({ node: { toc, page }, reading, choice }: NotApplyingMarkProps) {
  const { t } = useTranslation()
  // Without an aircraft the profile decides, with which the entry was read.
  const isAsked = page !== undefined && saysWhich(choice)
  const judged = useQuery({
    ...tocChildrenQuery({
      profileId: toc.profileId,
      nodeId: page?.nodeId,
      ...reading,
      ...aircraftOf(choice),
      pageNumber: page?.pageNumber ?? 1,
      pageSize,
    }),
    enabled: isAsked,
    placeholderData: undefined,
    select: ({ items }) => items.find(({ id }) => id === toc.id),
  }).data
  const told = isAsked ? judged : toc
  if (told?.applies !== 'no') return null
  const { appliesTo } = told
  // The contents themselves may say for which aircraft a place is; what a module says is read in the module.
  const usual = saysWhich(choice) ? t('library.notApplying') : t('fleet.profile.outside')
  const text = appliesTo ? t('library.notApplyingPlace', { appliesTo }) : usual
  return (
    <span title={text}>
      <Icon name="hide" size="sm" />
      <span className="visually-hidden">{text}</span>
    </span>
  )
}
