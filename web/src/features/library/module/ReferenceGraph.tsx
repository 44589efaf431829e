import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Graph, Manual } from '@/api/types'
import { graphQuery } from '@/api/view'
import { QueryFrame } from '@/lib/QueryFrame'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { Skeleton } from '@/ui/Skeleton'
import { type Column, Table } from '@/ui/Table'
import { ModuleName } from '../ModuleName'
import { PictureFrame } from '../reader/figures/PictureFrame'
import { useManualLinks } from '../useManualLinks'
import { useReading } from '../useReading'
import { boxHeight, boxWidth, type GraphLayout, layOut, shortened } from './graphLayout'
import './graph.css'
import '../reader/figures/figures.css'

type Node = Graph['nodes'][number]

/** The references of a module in both directions, two levels deep: as a picture, and as a list for screen readers. */
export function ReferenceGraph({ manual, path }: { manual: Manual; path: string }) {
  const { t } = useTranslation()
  const links = useManualLinks(manual)
  const graph = useQuery(graphQuery(path, useReading()))
  return (
    <QueryFrame query={graph} failedTitle={t('library.reference.failed')} loading={<Skeleton lines={8} />}>
      {(loaded) => <LoadedGraph graph={loaded} hrefOf={(node) => links.object(node.path)} />}
    </QueryFrame>
  )
}

interface LoadedGraphProps {
  graph: Graph
  hrefOf: (node: Node) => string | undefined
}

function LoadedGraph({ graph, hrefOf }: LoadedGraphProps) {
  const { t } = useTranslation()
  const layout = useMemo(() => layOut(graph), [graph])
  const others = graph.nodes.filter(({ level }) => level !== 0)
  if (others.length === 0) {
    return (
      <Card>
        <EmptyState icon="graph" title={t('library.graph.none')} />
      </Card>
    )
  }
  const columns: Column<Node>[] = [
    {
      key: 'object',
      header: t('library.column.title'),
      cell: (node) => <ModuleName title={node.title} code={node.code} href={hrefOf(node)} />,
    },
    {
      key: 'level',
      header: t('library.graph.relation'),
      cell: ({ level }) => t(`library.graph.level.${levelWord(level)}`),
    },
  ]
  return (
    <>
      <p className="af-hint">
        {t('library.graph.legend')} {graph.capped && t('library.graph.capped')}
      </p>
      <PictureFrame name={t('library.graph.name')}>
        <Picture layout={layout} hrefOf={hrefOf} />
      </PictureFrame>
      <div className="mt-3">
        <Card title={t('library.graph.list')} flush>
          <Table
            caption={t('library.graph.list')}
            columns={columns}
            rows={[...others].sort((one, other) => one.level - other.level)}
            rowKey={(node) => `${node.level} ${node.path}`}
            empty={null}
          />
        </Card>
      </div>
    </>
  )
}

function levelWord(level: number): 'usedByFar' | 'usedBy' | 'uses' | 'usesFar' {
  if (level < 0) return level < -1 ? 'usedByFar' : 'usedBy'
  return level > 1 ? 'usesFar' : 'uses'
}

interface PictureProps {
  layout: GraphLayout
  hrefOf: (node: Node) => string | undefined
}

function Picture({ layout: { width, height, nodes, edges }, hrefOf }: PictureProps) {
  const { t } = useTranslation()
  const drawing = useRef<SVGSVGElement>(null)
  // The module itself stands in the middle, also where not all of the drawing is seen.
  useLayoutEffect(() => {
    const view = drawing.current?.closest('.pv-view')
    const own = nodes.find(({ node }) => node.level === 0)
    if (view && own) {
      const middle = (own.x + boxWidth / 2) / width
      view.scrollLeft = middle * view.scrollWidth - view.clientWidth / 2
    }
  }, [nodes, width])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing is no set of fields.
    <svg
      ref={drawing}
      className="gr"
      viewBox={`0 0 ${width} ${height}`}
      style={{ maxWidth: `${width * 1.2}px`, minWidth: `calc(var(--pv-zoom, 1) * ${width}px)` }}
      role="group"
      aria-label={t('library.graph.name')}
    >
      <defs>
        <marker
          id="gr-arrow"
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="7"
          markerHeight="7"
          orient="auto"
        >
          <path d="M0 0L8 4L0 8Z" />
        </marker>
      </defs>
      {edges.map(({ key, line }) => (
        <path key={key} className="gr-edge" d={line} markerEnd="url(#gr-arrow)" />
      ))}
      {nodes.map(({ node, x, y }) => (
        <Box key={`${node.level} ${node.path}`} node={node} x={x} y={y} href={hrefOf(node)} />
      ))}
    </svg>
  )
}

const mostLetters = 32
const mostOfCode = 35

function Box({ node, x, y, href }: { node: Node; x: number; y: number; href: string | undefined }) {
  const name = shortened(node.title || node.code, mostLetters)
  const code = node.title && shortened(node.code, mostOfCode)
  const box = (
    <g transform={`translate(${x} ${y})`}>
      <rect width={boxWidth} height={boxHeight} rx="4" />
      <text x="8" y="19">
        {name}
      </text>
      <text x="8" y="36" className="gr-code">
        {code}
      </text>
    </g>
  )
  // The whole of the text that is cut in the box; it names a link.
  const title = <title>{`${node.title} ${node.code}`.trim()}</title>
  if (node.level !== 0 && href !== undefined) {
    return (
      <a href={href} className="gr-box">
        {title}
        {box}
      </a>
    )
  }
  return (
    <g className={node.level === 0 ? 'gr-own' : undefined}>
      {title}
      {box}
    </g>
  )
}
