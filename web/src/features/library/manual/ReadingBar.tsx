import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { type Reading, revisionsQuery } from '@/api/library'
import type { Manual, Revision } from '@/api/types'
import { RevisionText } from '@/lib/library/RevisionText'
import { Button } from '@/ui/Button'
import { DropdownMenu } from '@/ui/DropdownMenu'
import { Icon } from '@/ui/Icon'
import type { MenuItem } from '@/ui/menu'
import { lanes, usualLane } from '../lanes'
import { useReading } from '../useReading'

/** Says which lane and revision is read, lets another be chosen, and tells that a newer one waits. */
export function ReadingBar({ manual }: { manual: Manual }) {
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
  const newest = manual.lanes.oem
  const readsNewest = shown?.id === newest?.id
  return (
    <div className="li-reading">
      <span className="li-reading-text">
        <Icon name="show" />
        <span>
          {t('library.reading.label')}{' '}
          <strong>{reading.revision ? t('library.lane.oem') : t(`library.lane.${lane}`)}</strong>
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
      {manual.newerRevisionWaits && newest && (
        <span className="li-reading-newer">
          <Icon name="clock" />
          {t('library.reading.newer', { number: newest.number })}
          {!readsNewest && (
            <Button variant="link" size="sm" onClick={() => read({ lane: 'oem' })}>
              {t('library.reading.readNewer')}
            </Button>
          )}
        </span>
      )}
    </div>
  )
}

function revisionLabel(t: TFunction, { number, issueNumber }: Revision): string {
  const name = t('library.revision.number', { number })
  return issueNumber ? `${name} · ${t('library.revision.issue', { issue: issueNumber })}` : name
}

/** Reads another lane or revision: versions, nodes and pages of the old one are not its own. */
function useRead() {
  const [, setParams] = useSearchParams()
  return ({ lane, revision }: Reading) =>
    setParams((before) => {
      const after = new URLSearchParams(before)
      for (const name of ['lane', 'revision', 'v', 'node', 'page']) after.delete(name)
      if (lane) after.set('lane', lane)
      if (revision) after.set('revision', revision)
      return after
    })
}
