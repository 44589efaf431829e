import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { moduleReferencesQuery } from '@/api/compliance'
import type { ModulePolicyRef } from '@/api/types'
import { itemPage } from '@/lib/compliance/itemPage'
import { href } from '@/lib/paths'
import { Icon } from '@/ui/Icon'
import './requirements.css'

interface RequirementMarksProps {
  /** The text; its parent is the frame in which the marks stand. */
  article: HTMLElement | null
  path: string
  version: string
}

interface Mark {
  id: string
  top: number
  references: ModulePolicyRef[]
}

/** A mark beside each paragraph that answers a requirement, leading there. */
export function RequirementMarks({ article, path, version }: RequirementMarksProps) {
  const { t } = useTranslation()
  const references = useQuery(moduleReferencesQuery(path, version)).data ?? none
  return useMarks(article, references).map(({ id, top, references: [first, ...others] }) => {
    if (!first) return null
    const all = [first, ...others]
    const codes = all.map(({ policyItemCode }) => policyItemCode).join(', ')
    const needsCheck = all.some(({ state, textState }) => state === 'recheck' || textState === 'changed')
    const label = t(needsCheck ? 'compliance.markRecheck' : 'compliance.mark', { codes })
    return (
      <a
        key={id}
        className="rd-requirement"
        data-recheck={needsCheck}
        style={{ top }}
        href={href(itemPage({ id: first.policyItemId, path: first.policyItemPath }))}
        aria-label={label}
        title={label}
      >
        <Icon name={needsCheck ? 'warning' : 'compliance'} size="sm" />
      </a>
    )
  })
}

const none: never[] = []

/** The references by the id of their paragraph. */
function atPlaces(references: readonly ModulePolicyRef[]): Map<string, ModulePolicyRef[]> {
  const places = new Map<string, ModulePolicyRef[]>()
  for (const reference of references) {
    const { anchor } = reference
    if (anchor !== '') places.set(anchor, [...(places.get(anchor) ?? []), reference])
  }
  return places
}

/** The heights of the paragraphs, measured again whenever the text changes its size. */
function useMarks(article: HTMLElement | null, references: readonly ModulePolicyRef[]): Mark[] {
  const [marks, setMarks] = useState<Mark[]>([])
  useLayoutEffect(() => {
    const frame = article?.parentElement
    if (!article || !frame || references.length === 0) return setMarks([])
    const byPlace = atPlaces(references)
    const measure = () => {
      const { top } = frame.getBoundingClientRect()
      const places = new Map([...article.querySelectorAll('[id]')].map((each) => [each.id, each]))
      const found = [...byPlace].flatMap(([id, at]) => {
        const place = places.get(id)
        return place ? [{ id, top: place.getBoundingClientRect().top - top, references: at }] : []
      })
      setMarks(found.sort((a, b) => a.top - b.top))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(article)
    return () => observer.disconnect()
  }, [article, references])
  return marks
}
