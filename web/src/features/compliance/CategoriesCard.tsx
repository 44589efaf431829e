import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { complianceTreeQuery, deleteCategory, refreshCompliance } from '@/api/compliance'
import { useMe } from '@/api/queries'
import type { Compliance, PolicyNode } from '@/api/types'
import { can } from '@/lib/can'
import { QueryFrame } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { IconButton } from '@/ui/IconButton'
import { Tree } from '@/ui/Tree'
import type { TreeBranch, TreeNode } from '@/ui/treeRows'
import { CategoryDialog } from './dialogs/CategoryDialog'
import { DeleteDialog } from './dialogs/DeleteDialog'

interface CategoriesCardProps {
  collection: Compliance
  /** The path of the selected category; '' for none. */
  selected: string
  onSelect: (path: string) => void
}

interface CategoryRow extends TreeNode {
  category: PolicyNode
}

function branchOf(categories: readonly PolicyNode[]): TreeBranch<CategoryRow> {
  const rows = categories.map((category) => ({
    id: category.path,
    label: category.name ?? '',
    prefix: category.policyCategoryCode || undefined,
    icon: 'folder' as const,
    branch: category.childs.length > 0,
    category,
  }))
  return { state: 'ready', total: rows.length, at: (index) => rows[index] }
}

/** The branch of every category, by path. */
function branchesBelow(categories: readonly PolicyNode[]): Map<string, TreeBranch<CategoryRow>> {
  const branches = new Map<string, TreeBranch<CategoryRow>>()
  const add = (category: PolicyNode) => {
    branches.set(category.path, branchOf(category.childs))
    category.childs.forEach(add)
  }
  categories.forEach(add)
  return branches
}

type OpenDialog =
  | { kind: 'create'; parent?: PolicyNode }
  | { kind: 'update'; category: PolicyNode }
  | { kind: 'delete'; category: PolicyNode }

/** The categories of a collection; the selected one limits the list of requirements. */
export function CategoriesCard({ collection, selected, onSelect }: CategoriesCardProps) {
  const { t } = useTranslation()
  const me = useMe()
  const query = useQuery(complianceTreeQuery(collection.id))
  const [open, setOpen] = useState<OpenDialog>()
  const close = () => setOpen(undefined)
  const remove = async (category: PolicyNode) => {
    await deleteCategory(category)
    if (selected === category.path || selected.startsWith(`${category.path}/`)) onSelect('')
    refreshCompliance()
  }
  const actions = (category: PolicyNode, tabIndex: 0 | -1) => (
    <>
      {can.editCompliance(me) && (
        <>
          <IconButton
            icon="add"
            label={t('compliance.categoryForm.newSub')}
            tabIndex={tabIndex}
            onClick={() => setOpen({ kind: 'create', parent: category })}
          />
          <IconButton
            icon="edit"
            label={t('compliance.categoryForm.edit')}
            tabIndex={tabIndex}
            onClick={() => setOpen({ kind: 'update', category })}
          />
        </>
      )}
      {can.deleteDatabase(me) && (
        <IconButton
          icon="trash"
          label={t('compliance.categoryForm.remove')}
          tabIndex={tabIndex}
          onClick={() => setOpen({ kind: 'delete', category })}
        />
      )}
    </>
  )
  return (
    <Card
      title={t('compliance.categories')}
      actions={
        can.editCompliance(me) && (
          <Button size="sm" icon="add" onClick={() => setOpen({ kind: 'create' })}>
            {t('compliance.categoryForm.new')}
          </Button>
        )
      }
    >
      {selected !== '' && (
        <Button size="sm" icon="close" onClick={() => onSelect('')}>
          {t('compliance.allCategories')}
        </Button>
      )}
      <QueryFrame query={query} failedTitle={t('compliance.categoriesFailed')} keepsData>
        {(tree) =>
          tree.childs.length === 0 ? (
            <EmptyState icon="folder" title={t('compliance.noCategories')} />
          ) : (
            <CategoryTree
              categories={tree.childs}
              selected={selected}
              onSelect={onSelect}
              actions={actions}
            />
          )
        }
      </QueryFrame>
      {open?.kind === 'create' && (
        <CategoryDialog
          parentPath={open.parent?.path ?? collection.path}
          isSub={open.parent !== undefined}
          onClose={close}
        />
      )}
      {open?.kind === 'update' && (
        <CategoryDialog
          parentPath={open.category.parentPath}
          isSub={open.category.parentPath !== collection.path}
          category={open.category}
          onClose={close}
        />
      )}
      {open?.kind === 'delete' && (
        <DeleteDialog
          kind="category"
          name={open.category.name ?? ''}
          subject={open.category}
          remove={remove}
          onClose={close}
        />
      )}
    </Card>
  )
}

interface CategoryTreeProps {
  categories: readonly PolicyNode[]
  selected: string
  onSelect: (path: string) => void
  actions: (category: PolicyNode, tabIndex: 0 | -1) => ReactNode
}

function CategoryTree({ categories, selected, onSelect, actions }: CategoryTreeProps) {
  const { t } = useTranslation()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  // The tree compares branches by identity, so each is made once.
  const roots = useMemo(() => branchOf(categories), [categories])
  const below = useMemo(() => branchesBelow(categories), [categories])
  const branchOfRow = useCallback(({ id }: CategoryRow) => below.get(id), [below])
  const isOpen = useCallback((id: string) => !closed.has(id), [closed])
  const toggle = ({ id }: CategoryRow, opens: boolean) => {
    const next = new Set(closed)
    if (opens) next.delete(id)
    else next.add(id)
    setClosed(next)
  }
  return (
    <Tree
      label={t('compliance.categories')}
      className="cpl-tree"
      roots={roots}
      branchOf={branchOfRow}
      isOpen={isOpen}
      onToggle={toggle}
      selected={selected || undefined}
      onSelect={({ id }) => onSelect(id)}
      actions={({ category }, tabIndex) => actions(category, tabIndex)}
      emptyText={t('compliance.noCategories')}
    />
  )
}
