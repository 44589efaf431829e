import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReferencePlace, View } from '@/api/types'
import { viewQuery } from '@/api/view'
import { blockAround, blocksWithin, placeOf } from '@/lib/article/blocks'
import { paragraphName } from '@/lib/article/paragraphName'
import { sanitise } from '@/lib/article/sanitise'
import { currentLanguage } from '@/lib/i18n'
import { QueryFrame } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { Skeleton } from '@/ui/Skeleton'
import '@/lib/article/article.css'
import '@/lib/article/articleTables.css'
import '@/lib/article/articleMarks.css'

interface PickerProps {
  /** The place that is chosen; another one than those of the module is none. */
  value: ReferencePlace | undefined
  onChange: (place: ReferencePlace) => void
}

interface ParagraphPickerProps extends PickerProps {
  /** The path of the module. */
  path: string
  /** A paragraph to begin with, and the version that has it. */
  start?: { anchor: string; version: string }
}

/** The text of a module in the working lane, in which the user chooses a paragraph or the whole module. */
export function ParagraphPicker({ path, start, value, onChange }: ParagraphPickerProps) {
  const { t } = useTranslation()
  const query = useQuery(viewQuery(path, {}, currentLanguage()))
  return (
    <QueryFrame
      query={query}
      failedTitle={t('compliance.picker.failed')}
      loading={<Skeleton lines={4} />}
      keepsData
    >
      {(view) => (
        <PickableText
          key={view.file.versionId}
          path={path}
          view={view}
          // A paragraph of another version may be another one here.
          start={start?.version === view.file.versionId ? start.anchor : undefined}
          value={value}
          onChange={onChange}
        />
      )}
    </QueryFrame>
  )
}

interface PickableTextProps extends PickerProps {
  path: string
  view: View
  start: string | undefined
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 }

function PickableText({ path, view, start, value, onChange }: PickableTextProps) {
  const { t } = useTranslation()
  const hint = useId()
  const frame = useRef<HTMLDivElement>(null)
  const { versionId: version } = view.file
  const isChosen = value?.path === path && value.version === version
  const anchor = isChosen ? value.anchor : undefined
  const [name, setName] = useState('')
  const choose = (block: HTMLElement) => {
    block.scrollIntoView({ block: 'nearest' })
    setName(paragraphName(block.textContent ?? ''))
    onChange({ path, version, anchor: block.id })
  }
  useDrawnText(frame, view.html)
  const first = useRef({ start, choose })
  useEffect(() => {
    const { start: at, choose: begin } = first.current
    const block = frame.current && at && placeOf(frame.current, at)
    if (block) begin(block)
  }, [])
  useEffect(() => {
    const chosen = frame.current && anchor && placeOf(frame.current, anchor)
    if (!chosen) return
    chosen.toggleAttribute('data-chosen', true)
    return () => void chosen.toggleAttribute('data-chosen', false)
  }, [anchor])
  const onClick = ({ target }: MouseEvent) => {
    const block = target instanceof Element ? blockAround(target) : undefined
    if (block && frame.current?.contains(block)) choose(block)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || !frame.current) return
    const all = blocksWithin(frame.current)
    const next = all[all.findIndex(({ id }) => id === anchor) + step] ?? all.at(step < 0 ? 0 : -1)
    if (next) choose(next)
    event.preventDefault()
  }
  return (
    <div className="mb-3">
      <p id={hint} className="af-hint mb-1">
        {t('compliance.picker.hint')}
      </p>
      {view.truncated && <p className="af-hint mb-1">{t('reader.truncated')}</p>}
      {/* biome-ignore lint/a11y/useSemanticElements: the text is no fieldset. */}
      <div
        ref={frame}
        role="group"
        aria-label={t('compliance.picker.text', { title: view.file.title || view.file.code })}
        aria-describedby={hint}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys go through its paragraphs.
        tabIndex={0}
        className="rd-article cpl-picker"
        onClick={onClick}
        onKeyDown={onKeyDown}
      />
      <div className="af-page-actions mt-2">
        <Button
          size="sm"
          icon="file"
          aria-pressed={anchor === ''}
          onClick={() => onChange({ path, version, anchor: '' })}
        >
          {t('compliance.picker.whole')}
        </Button>
        <span role="status" className="af-hint mt-0">
          {anchor !== undefined &&
            t('compliance.picker.chosen', { name: anchor === '' ? view.file.title || view.file.code : name })}
        </span>
      </div>
    </div>
  )
}

/** Renders the text once for its version. Its links do nothing: a click chooses the paragraph. */
function useDrawnText(frame: { current: HTMLElement | null }, html: string): void {
  const content = useMemo(() => {
    const drawn = sanitise(html)
    for (const link of drawn.querySelectorAll('a')) link.removeAttribute('href')
    return drawn
  }, [html])
  useEffect(() => {
    frame.current?.replaceChildren(content.cloneNode(true))
  }, [frame, content])
}
