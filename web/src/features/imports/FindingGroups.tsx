import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FindingGroup } from '@/api/types'
import { formatNumber } from '@/lib/format'
import { QueryFrame } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { Icon } from '@/ui/Icon'
import { Skeleton } from '@/ui/Skeleton'
import { FindingTable, NoFindings } from './FindingTable'
import { SeverityChip } from './PackageChips'
import { type FindingFilter, type FindingGrouping, type FindingPage, findingGroups } from './queries'

/** A package of ten thousand files may have a finding in each. */
const groupsAtOnce = 100
/** The server answers no more; the gravest come first. */
const mostGroups = 1000

interface FindingGroupsProps {
  id: string
  by: FindingGrouping
  filter: FindingFilter
}

export function FindingGroups({ id, by, filter }: FindingGroupsProps) {
  const { t } = useTranslation()
  const groups = useQuery(findingGroups(id, by, filter))
  const [shown, setShown] = useState(groupsAtOnce)
  return (
    <QueryFrame
      query={groups}
      failedTitle={t('imports.findings.failed')}
      loading={
        <div className="p-3">
          <Skeleton lines={5} />
        </div>
      }
    >
      {(data) => {
        if (data.length === 0) return <NoFindings filtered={isFiltered(filter)} />
        return (
          <>
            <ul className="im-groups" aria-label={t(`imports.findings.by.${by}`)}>
              {data.slice(0, shown).map((group) => (
                <GroupPart key={group.key} id={id} by={by} filter={filter} group={group} />
              ))}
            </ul>
            {data.length > shown && (
              <div className="p-3 text-center">
                <Button onClick={() => setShown(shown + groupsAtOnce)}>
                  {t('imports.findings.more', { count: data.length - shown })}
                </Button>
              </div>
            )}
            {data.length >= mostGroups && (
              <p className="p-3 mb-0 text-center">
                {t('imports.findings.most', { most: formatNumber(mostGroups) })}
              </p>
            )}
          </>
        )
      }}
    </QueryFrame>
  )
}

const isFiltered = ({ severity, keyword }: FindingFilter) => severity !== undefined || keyword !== undefined

const pageSize = 20

/** The filter of one group; the group without a file is about the whole package. */
function only(by: FindingGrouping, key: string): Pick<FindingPage, 'code' | 'file' | 'wholePackage'> {
  if (by === 'code') return { code: Number(key) }
  return key === '' ? { wholePackage: true } : { file: key }
}

function GroupPart({ id, by, filter, group }: FindingGroupsProps & { group: FindingGroup }) {
  const { t } = useTranslation()
  const panelId = useId()
  const [open, setOpen] = useState(false)
  const [page, setPage] = useState(1)
  const { key, severity, count, title } = group
  return (
    <li>
      <button
        type="button"
        className="im-group"
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => setOpen(!open)}
      >
        <Icon name={open ? 'chevronDown' : 'chevronRight'} size="sm" />
        <span className="im-group-name">
          <strong>{key || t('imports.findings.wholePackage')}</strong>
          {title !== '' && title !== key && <span>{title}</span>}
        </span>
        <SeverityChip severity={severity} />
        <span className="af-count">{formatNumber(count)}</span>
      </button>
      <div id={panelId} hidden={!open}>
        {open && (
          <FindingTable id={id} query={{ ...filter, ...only(by, key) }} list={{ page, pageSize, setPage }} />
        )}
      </div>
    </li>
  )
}
