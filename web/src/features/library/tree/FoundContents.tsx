import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useHolderOf } from '@/api/editing'
import { profilesQuery, type Reading, tocChildrenQuery } from '@/api/library'
import type { Manual, TocNode } from '@/api/types'
import { HolderMark } from '@/lib/editing/HolderMark'
import { formatNumber } from '@/lib/format'
import { NoMatch } from '@/lib/NoMatch'
import { chained, QueryFrame } from '@/lib/QueryFrame'
import { Tree } from '@/ui/Tree'
import type { TreeBranch } from '@/ui/treeRows'
import { aircraftOf, useChoice } from '../useChoice'
import { useIsWorking } from '../useIsWorking'
import { useReading } from '../useReading'
import { NotApplyingMark } from './NotApplyingMark'
import { type LibraryNode, tocNode } from './nodes'
import { pathTo } from './pathTo'

interface FoundContentsProps {
  manual: Manual
  /** Undefined for the first one. */
  profileId: string | undefined
  text: string
  language: string
  /** The node of the current page. */
  selected: string | undefined
  onClear: () => void
}

const most = 200

/** The sections and modules whose title or code holds a text, in place of the contents. */
export function FoundContents({ manual, profileId, text, language, selected, onClear }: FoundContentsProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const reading = useReading()
  const choice = useChoice()
  const isWorking = useIsWorking()
  const holderOf = useHolderOf()
  const profiles = useQuery(profilesQuery(manual.path))
  const profile = profileId ?? profiles.data?.[0]?.id
  const found = useQuery({
    ...tocChildrenQuery({
      profileId: profile ?? '',
      ...reading,
      ...aircraftOf(choice),
      anywhere: true,
      language,
      keyword: text,
      pageNumber: 1,
      pageSize: most,
    }),
    enabled: profile !== undefined,
  })
  const { data } = found
  const roots = useMemo((): TreeBranch<LibraryNode> => {
    const nodes = data?.items.map((each) => foundNode(manual, each, reading)) ?? []
    return { state: 'ready', total: nodes.length, at: (index) => nodes[index] }
  }, [data, manual, reading])
  const query = profile === undefined ? chained(profiles, found) : found
  return (
    <QueryFrame query={query} failedTitle={t('library.contentsFailed')}>
      {({ total }) => {
        if (total === 0) return <NoMatch text={text} onClear={onClear} />
        const figures = { count: total, figure: formatNumber(total), shown: formatNumber(most) }
        return (
          <>
            <p className="li-tree-found" role="status">
              {t(total > most ? 'library.tree.foundFirst' : 'library.tree.found', figures)}
            </p>
            <Tree
              label={t('library.tree.foundLabel')}
              emptyText={t('library.tree.nothing')}
              className="li-tree-view"
              roots={roots}
              branchOf={() => undefined}
              isOpen={() => false}
              onToggle={() => undefined}
              mark={(node) => {
                if (node.kind !== 'toc') return undefined
                const held = isWorking ? holderOf(node.toc.sourceFiles[0] ?? '') : undefined
                if (!held && node.toc.applies !== 'no') return undefined
                return (
                  <>
                    {held && <HolderMark held={held} />}
                    {node.toc.applies === 'no' && (
                      <NotApplyingMark node={node} reading={reading} choice={choice} />
                    )}
                  </>
                )
              }}
              selected={selected}
              onSelect={(node) => void navigate(pathTo(node, { ...reading, ...choice }, manual.path))}
            />
          </>
        )
      }}
    </QueryFrame>
  )
}

/** A section is a plain line: its contents were searched too. */
function foundNode(manual: Manual, toc: TocNode, reading: Reading): LibraryNode {
  return { ...tocNode(manual, toc, reading), branch: false }
}
