import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { revisionsQuery } from '@/api/library'
import type { Manual, Revision } from '@/api/types'
import { formatDate } from '@/lib/format'
import { DropdownMenu } from '@/ui/DropdownMenu'
import { Icon } from '@/ui/Icon'
import type { MenuItem } from '@/ui/menu'
import { lanes, usualLane } from '../lanes'
import { useRead } from '../useRead'
import { useReading } from '../useReading'
import { AsOfDialog } from './AsOfDialog'
import { useWaiting } from './useWaiting'

/** Shows the lane and revision of the page, and changes it. */
export function VersionMenu({ manual }: { manual: Manual }) {
  const { t } = useTranslation()
  const reading = useReading()
  const read = useRead()
  const waiting = useWaiting(manual)
  const revisions = useQuery(revisionsQuery(manual.path)).data ?? []
  const lane = reading.lane ?? usualLane
  const shown = reading.revision ? revisions.find(({ id }) => id === reading.revision) : manual.lanes[lane]
  const name = t(`library.lane.${reading.revision ? 'oem' : lane}`)
  const number = reading.asOf ? formatDate(reading.asOf) : shown && `R${shown.number}`
  const [isAsking, setAsking] = useState(false)
  const newer: MenuItem[] = waiting.newest
    ? [
        { kind: 'header', label: waiting.text },
        {
          kind: 'action',
          icon: 'book',
          label: t('library.reading.readNewer'),
          checked: waiting.isRead,
          onSelect: () => read({ lane: 'oem' }),
        },
      ]
    : []
  const items: MenuItem[] = [
    ...newer,
    { kind: 'header', label: t('library.reading.lanes') },
    ...lanes
      .filter((each) => manual.lanes[each])
      .map(
        (each): MenuItem => ({
          kind: 'action',
          label: t(`library.lane.${each}`),
          checked: !reading.revision && !reading.asOf && lane === each,
          onSelect: () => read({ lane: each === usualLane ? undefined : each }),
        }),
      ),
    {
      kind: 'action',
      icon: 'clock',
      label: t('library.reading.moment'),
      checked: reading.asOf !== undefined,
      onSelect: () => setAsking(true),
    },
    { kind: 'header', label: t('library.reading.revisions') },
    ...revisions.map(
      (revision): MenuItem => ({
        kind: 'action',
        label: revisionLabel(t, revision),
        checked: reading.revision === revision.id,
        onSelect: () => read({ revision: revision.id }),
      }),
    ),
  ]
  return (
    <span className="li-version" title={waiting.newest ? waiting.text : shown && revisionLabel(t, shown)}>
      <DropdownMenu
        label={t('library.reading.label', { version: number ? `${name} ${number}` : name })}
        trigger={
          <>
            <Icon
              name={waiting.newest ? 'clock' : 'show'}
              className={waiting.newest && 'li-version-waiting'}
            />
            <span className="li-version-lane">{name}</span> {number}
            <Icon name="chevronDown" size="sm" />
          </>
        }
        items={items}
        buttonClassName="btn af-btn-secondary"
      />
      {isAsking && <AsOfDialog onClose={() => setAsking(false)} />}
    </span>
  )
}

function revisionLabel(t: TFunction, { number, issueNumber, issueDate }: Revision): string {
  return [
    t('library.revision.number', { number }),
    issueNumber && t('library.revision.issue', { issue: issueNumber }),
    issueDate && formatDate(issueDate),
  ]
    .filter(Boolean)
    .join(' · ')
}
