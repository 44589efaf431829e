import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { modulesQuery } from '@/api/library'
import type { File, Manual } from '@/api/types'
import { databaseOf } from '@/lib/library/folders'
import { keyOf } from '@/lib/library/objects'
import { NoMatch } from '@/lib/NoMatch'
import { paths } from '@/lib/paths'
import { ErrorState } from '@/ui/ErrorState'
import { Skeleton } from '@/ui/Skeleton'
import { Tree } from '@/ui/Tree'
import type { TreeBranch, TreeNode } from '@/ui/treeRows'
import { useChoice } from '../useChoice'
import { useReading } from '../useReading'

interface FoundModulesProps {
  manual: Manual
  text: string
  /** The key of the module that is read. */
  shown: string | undefined
  onClear: () => void
}

const most = 200

/** The modules of a manual whose title or code holds a text, in place of its contents. */
export function FoundModules({ manual, text, shown, onClear }: FoundModulesProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const reading = useReading()
  const choice = useChoice()
  const found = useQuery(
    modulesQuery({ manualPath: manual.path, ...reading, keywordFilter: text, pageNumber: 1, pageSize: most }),
  )
  const { data } = found
  const roots = useMemo((): TreeBranch<TreeNode> => {
    const nodes = data?.items.map(foundNode) ?? []
    return { state: 'ready', total: nodes.length, at: (index) => nodes[index] }
  }, [data])
  if (found.error) {
    return (
      <ErrorState
        title={t('library.modulesFailed')}
        message={found.error.message}
        onRetry={() => void found.refetch()}
      />
    )
  }
  if (!data) return <Skeleton lines={6} />
  if (data.total === 0) return <NoMatch text={text} onClear={onClear} />
  return (
    <>
      <p className="li-tree-found" role="status">
        {data.total > most
          ? t('library.tree.foundFirst', { shown: most, count: data.total })
          : t('library.tree.found', { count: data.total })}
      </p>
      <Tree
        label={t('library.tree.foundLabel')}
        emptyText={t('library.tree.nothing')}
        className="li-tree-view"
        roots={roots}
        branchOf={() => undefined}
        isOpen={() => false}
        onToggle={() => undefined}
        selected={shown}
        onSelect={({ id }) =>
          void navigate(paths.manual(databaseOf(manual), manual.name, { ...reading, ...choice, dm: id }))
        }
      />
    </>
  )
}

function foundNode({ path, title, code }: File): TreeNode {
  return { id: keyOf(path), label: title || code, icon: 'module', branch: false }
}
