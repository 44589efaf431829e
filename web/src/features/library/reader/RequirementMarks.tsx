import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { moduleReferencesQuery } from '@/api/compliance'
import type { ModulePolicyRef } from '@/api/types'
import { itemPage } from '@/lib/compliance/itemPage'
import { href } from '@/lib/paths'
import { DropdownMenu } from '@/ui/DropdownMenu'
import { Icon } from '@/ui/Icon'
import { groupMarks, type RequirementMark, worstStatus } from './requirementGroups'
import './requirements.css'
import { listComma } from '@/lib/format'

interface RequirementMarksProps {
  /** The text; its parent is the frame in which the marks stand. */
  article: HTMLElement | null
  path: string
  version: string
}

/** A mark beside each paragraph that answers requirements: a link to the only one, or a menu of several. */
export function RequirementMarks({ article, path, version }: RequirementMarksProps) {
  const references = useQuery(moduleReferencesQuery(path, version)).data ?? none
  return useMarks(article, references).map((mark) => <Mark key={mark.id} mark={mark} />)
}

const none: never[] = []

const pageOf = ({ policyItemId, policyItemPath }: ModulePolicyRef) =>
  href(itemPage({ id: policyItemId, path: policyItemPath }))

function Mark({ mark }: { mark: RequirementMark }) {
  const { t } = useTranslation()
  const { top, requirements } = mark
  const named = ({ policyItemCode, status }: ModulePolicyRef) =>
    t('compliance.markCode', { code: policyItemCode, status: t(`compliance.status.${status}`) })
  const [first, ...others] = requirements
  const needsCheck = requirements.some((each) => each.needsCheck)
  const codes = requirements.map(({ reference }) => named(reference)).join(listComma())
  const label = t(needsCheck ? 'compliance.markRecheck' : 'compliance.mark', { codes })
  const icon = <Icon name={needsCheck ? 'warning' : 'compliance'} size="sm" />
  return (
    <div
      className="rd-requirement"
      data-recheck={needsCheck}
      data-status={worstStatus(mark)}
      style={{ top }}
      role="none"
      onKeyDown={keepLetters}
    >
      {first && others.length === 0 ? (
        <a href={pageOf(first.reference)} aria-label={label} title={label}>
          {icon}
        </a>
      ) : (
        <DropdownMenu
          label={label}
          trigger={icon}
          buttonClassName=""
          items={requirements.map((each) => ({
            kind: 'link',
            label: `${named(each.reference)} ${each.reference.title}`.trim(),
            icon: each.needsCheck ? 'warning' : 'compliance',
            href: pageOf(each.reference),
          }))}
        />
      )}
    </div>
  )
}

/** Letters choose an entry of the open menu; outside of it they are shortcuts of the reader. */
function keepLetters(event: KeyboardEvent): void {
  const isInMenu = event.target instanceof Element && event.target.closest('[role="menu"]') !== null
  if (isInMenu && event.key.length === 1) event.stopPropagation()
}

/** The marks at the heights of their paragraphs, measured again whenever the text changes its size. */
function useMarks(article: HTMLElement | null, references: readonly ModulePolicyRef[]): RequirementMark[] {
  const [marks, setMarks] = useState<RequirementMark[]>([])
  useLayoutEffect(() => {
    const frame = article?.parentElement
    if (!article || !frame || references.length === 0) return setMarks([])
    const measure = () => {
      const { top } = frame.getBoundingClientRect()
      const places = new Map([...article.querySelectorAll('[id]')].map((each) => [each.id, each]))
      const found = references.flatMap((reference) => {
        const place = reference.anchor === '' ? undefined : places.get(reference.anchor)
        return place ? [{ reference, top: place.getBoundingClientRect().top - top }] : []
      })
      setMarks(groupMarks(found))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(article)
    return () => observer.disconnect()
  }, [article, references])
  return marks
}
