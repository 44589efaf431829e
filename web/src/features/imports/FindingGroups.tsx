import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { requestIdOf } from '@/api/problem'
import type { FindingGroup } from '@/api/types'
import { formatNumber } from '@/lib/format'
import { Button } from '@/ui/Button'
import { ErrorState } from '@/ui/ErrorState'
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
  if (groups.error) {
    return (
      <ErrorState
        title={t('imports.findings.failed')}
        message={groups.error.message}
        detail={requestIdOf(groups.error)}
        onRetry={() => void groups.refetch()}
      />
    )
  }
  if (!groups.data) {
    return (
      <div className="p-3">
        <Skeleton lines={5} />
      </div>
    )
  }
  if (groups.data.length === 0) return <NoFindings filtered={isFiltered(filter)} />
  return (
    <>
      <ul className="im-groups" aria-label={t(`imports.findings.by.${by}`)}>
        {groups.data.slice(0, shown).map((group) => (
          <GroupPart key={group.key} id={id} by={by} filter={filter} group={group} />
        ))}
      </ul>
      {groups.data.length > shown && (
        <div className="p-3 text-center">
          <Button onClick={() => setShown(shown + groupsAtOnce)}>
            {t('imports.findings.more', { count: groups.data.length - shown })}
          </Button>
        </div>
      )}
      {groups.data.length >= mostGroups && (
        <p className="p-3 mb-0 text-center">
          {t('imports.findings.most', { most: formatNumber(mostGroups) })}
        </p>
      )}
    </>
  )
}

const isFiltered = ({ severity, keyword }: FindingFilter) => severity !== undefined || keyword !== undefined

const pageSize = 20

/** What one group holds; the one without a file is about the package. */
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
          <FindingTable
            id={id}
            query={{ ...filter, ...only(by, key) }}
            page={page}
            pageSize={pageSize}
            onPage={setPage}
          />
        )}
      </div>
    </li>
  )
}
