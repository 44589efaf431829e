import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { revisionsQuery } from '@/api/library'
import type { Manual, Revision } from '@/api/types'
import { RevisionText } from '@/lib/library/RevisionText'
import { DropdownMenu } from '@/ui/DropdownMenu'
import { Icon } from '@/ui/Icon'
import type { MenuItem } from '@/ui/menu'
import { lanes, usualLane } from '../lanes'
import { useRead } from '../useRead'
import { useReading } from '../useReading'

interface ReadingBarProps {
  manual: Manual
  /** Further notices. */
  children?: ReactNode
}

/** Says which lane and revision is read, and lets another be chosen. */
export function ReadingBar({ manual, children }: ReadingBarProps) {
  const { t } = useTranslation()
  const reading = useReading()
  const read = useRead()
  const revisions = useQuery(revisionsQuery(manual.path)).data ?? []
  const lane = reading.lane ?? usualLane
  const shown = reading.revision ? revisions.find(({ id }) => id === reading.revision) : manual.lanes[lane]
  const items: MenuItem[] = [
    { kind: 'header', label: t('library.reading.lanes') },
    ...lanes
      .filter((each) => manual.lanes[each])
      .map(
        (each): MenuItem => ({
          kind: 'action',
          label: t(`library.lane.${each}`),
          checked: !reading.revision && lane === each,
          onSelect: () => read({ lane: each === usualLane ? undefined : each }),
        }),
      ),
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
    <div className="li-reading">
      <span className="li-reading-text">
        <Icon name="show" />
        <span>
          <Trans
            i18nKey="library.reading.label"
            values={{ lane: t(`library.lane.${reading.revision ? 'oem' : lane}`) }}
          >
            <strong />
          </Trans>
          {shown && (
            <>
              {' · '}
              <RevisionText revision={shown} />
            </>
          )}
        </span>
      </span>
      <DropdownMenu
        label={t('library.reading.switch')}
        trigger={
          <>
            {t('library.reading.switch')}
            <Icon name="chevronDown" size="sm" />
          </>
        }
        items={items}
        buttonClassName="btn af-btn-secondary btn-sm"
      />
      {children}
    </div>
  )
}

function revisionLabel(t: TFunction, { number, issueNumber }: Revision): string {
  const name = t('library.revision.number', { number })
  return issueNumber ? `${name} · ${t('library.revision.issue', { issue: issueNumber })}` : name
}
