import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenTodo } from '@/api/types'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import type { MergeViews } from './MergePage'

type ViewName = 'oem' | 'ours' | 'sides' | 'saved'

interface VersionPair {
  name: ViewName
  left: string
  right: string
}

/** The pairs of versions that can be compared as a reader sees them. */
function versionPairs({ base, theirs, ours, workingVersion }: OpenTodo): VersionPair[] {
  const pair = (name: ViewName, left: string | undefined, right: string | undefined) =>
    left && right && left !== right ? [{ name, left, right }] : []
  return [
    ...pair('oem', base?.version, theirs?.version),
    ...pair('ours', base?.version, ours?.version),
    // Both added it: there is no base.
    ...(base ? [] : pair('sides', ours?.version, theirs?.version)),
    ...pair('saved', ours?.version, workingVersion),
  ]
}

/** The changes of both sides, and the result that is saved, on the page of the reader. */
export function VersionViews({ open, Redline }: { open: OpenTodo; Redline: MergeViews['Redline'] }) {
  const { t } = useTranslation()
  const [shown, setShown] = useState<ViewName>()
  const pairs = open.todo.kind === 'dm' ? versionPairs(open) : []
  const pair = pairs.find(({ name }) => name === shown)
  if (pairs.length === 0) return null
  return (
    <Card
      title={t('revisions.views.title')}
      actions={pairs.map(({ name }) => (
        <Button
          key={name}
          size="sm"
          aria-pressed={name === shown}
          onClick={() => setShown(name === shown ? undefined : name)}
        >
          {t(`revisions.views.${name}`)}
        </Button>
      ))}
    >
      {pair ? (
        <Redline path={open.todo.path} left={pair.left} right={pair.right} />
      ) : (
        <p className="af-hint mb-0">{t('revisions.views.hint')}</p>
      )}
    </Card>
  )
}
