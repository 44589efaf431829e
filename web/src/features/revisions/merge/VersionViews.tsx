import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenTodo } from '@/api/types'
import { isModuleKind } from '@/lib/library/objects'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import type { MergeViews } from './MergePage'
import { ResultPage } from './ResultPage'

type PairName = 'oem' | 'ours' | 'sides' | 'saved'
type ViewName = 'result' | PairName

interface VersionPair {
  name: PairName
  path: string
  left: string
  right: string
}

/** The pairs of versions that can be compared as a reader sees them. */
function versionPairs(open: OpenTodo): VersionPair[] {
  const { todo, base, theirs, ours, airlineVersion, workingVersion, copyOf } = open
  const pair = (name: PairName, left: string | undefined, right: string | undefined, path = todo.path) =>
    left && right && left !== right ? [{ name, path, left, right }] : []
  return [
    // The versions of the OEM are those of the source.
    ...pair('oem', base?.version, theirs?.version, copyOf),
    ...(copyOf ? [] : pair('ours', base?.version, ours?.version)),
    // Both added it: there is no base.
    ...(base ? [] : pair('sides', ours?.version, theirs?.version)),
    // After a decision `ours` may be the saved text.
    ...pair('saved', airlineVersion ?? ours?.version, workingVersion),
  ]
}

/** Whether there is a result of both sides that can be drawn. */
function hasResult({ todo, base, theirs, airlineVersion, result, workingVersion }: OpenTodo): boolean {
  if (!workingVersion || !base || !theirs) return false
  return todo.state === 'done' ? airlineVersion !== undefined : result !== undefined
}

interface VersionViewsProps {
  revision: string
  open: OpenTodo
  /** The merged text with the choices so far. */
  text: string | undefined
  views: MergeViews
}

/** The result, and the changes of both sides, on the page of the reader. */
export function VersionViews({ revision, open, text, views: { Redline, Compared } }: VersionViewsProps) {
  const { t } = useTranslation()
  const isModule = isModuleKind(open.todo.kind)
  const pairs = isModule ? versionPairs(open) : []
  const isDrawn = isModule && hasResult(open)
  const [shown, setShown] = useState<ViewName | undefined>(isDrawn ? 'result' : undefined)
  const names: ViewName[] = [...(isDrawn ? (['result'] as const) : []), ...pairs.map(({ name }) => name)]
  const pair = pairs.find(({ name }) => name === shown)
  if (names.length === 0) return null
  return (
    <Card
      title={t('revisions.views.title')}
      actions={names.map((name) => (
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
      {shown === 'result' && isDrawn && (
        <ResultPage
          revision={revision}
          open={open}
          text={open.todo.state === 'done' ? undefined : text}
          Compared={Compared}
        />
      )}
      {pair && <Redline path={pair.path} left={pair.left} right={pair.right} />}
      {shown === undefined && <p className="af-hint mb-0">{t('revisions.views.hint')}</p>}
    </Card>
  )
}
