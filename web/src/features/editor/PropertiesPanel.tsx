import { type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Select } from '@/ui/Select'
import { useStore } from '@/ui/store'
import { AttributeField, rowsOf } from './AttributeField'
import {
  type ChosenElement,
  type ChosenPlace,
  elementsAround,
  type PlaceFollower,
  setAttribute,
} from './model/chosenElement'
import { idsOf } from './model/completion'
import type { ContentModel } from './model/contentModel'
import type { SourceHandle } from './source/SourceEditor'

interface PropertiesPanelProps {
  model: ContentModel | undefined
  follower: PlaceFollower
  source: RefObject<SourceHandle | null>
  readOnly: boolean
}

/** The attributes of the element at the cursor, or of one around it, with the values that they may have. */
export function PropertiesPanel({ model, follower, source, readOnly }: PropertiesPanelProps) {
  const { t } = useTranslation()
  const place = useStore(follower.place)
  // An element around the cursor is chosen until the cursor goes to another element, which begins elsewhere.
  const [outer, setOuter] = useState<{ from: number | undefined; depth: number }>()
  const [isRefused, setRefused] = useState(false)
  const around = place ? elementsAround(place) : []
  const depth = outer && outer.from === around[0]?.element.from ? outer.depth : 0
  const choose = (at: ChosenPlace | undefined, chosenDepth: number) =>
    setOuter({ from: at && elementsAround(at)[0]?.element.from, depth: chosenDepth })
  const chosen = around[Math.min(depth, around.length - 1)]
  const nameOf = (name: string) => t(`editor.page.element.${name}`, { defaultValue: name })
  const change = (element: ChosenElement, name: string, value: string | undefined) => {
    const view = source.current?.view()
    const next = place && view && setAttribute(view, place, element.element, name, value)
    setRefused(!next)
    if (!next) return
    // At once: the next change may follow before the cursor counts as resting.
    follower.jump(next)
    choose(next, depth)
  }
  return (
    <section
      className="ed-properties"
      aria-label={t('editor.properties.title')}
      onFocusCapture={() => follower.flush()}
    >
      <h2>{t('editor.properties.title')}</h2>
      {model?.isLearned && <p className="af-hint">{t('editor.properties.learned')}</p>}
      {chosen && place ? (
        <>
          <Select
            label={t('editor.properties.element')}
            value={String(around.indexOf(chosen))}
            options={around.map(({ element }, index) => ({
              value: String(index),
              label:
                nameOf(element.name) === element.name
                  ? element.name
                  : `${nameOf(element.name)} · ${element.name}`,
            }))}
            onChange={({ target }) => {
              follower.flush()
              choose(follower.place.get(), Number(target.value))
            }}
          />
          {rowsOf(model, chosen).map((attribute) => (
            <AttributeField
              key={`${chosen.element.from} ${attribute.name}`}
              attribute={attribute}
              ids={attribute.kind === 'reference' ? idsOf(place.doc.sliceString(0)) : []}
              readOnly={readOnly}
              onChange={(value) => change(chosen, attribute.name, value)}
            />
          ))}
          {rowsOf(model, chosen).length === 0 && <p className="af-hint">{t('editor.properties.none')}</p>}
        </>
      ) : (
        <p className="af-hint">{t('editor.properties.nothing')}</p>
      )}
      <p role="status" className="af-hint">
        {isRefused && t('editor.properties.refused')}
      </p>
    </section>
  )
}
