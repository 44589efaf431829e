import { history, undo } from '@codemirror/commands'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { expect, it } from 'vitest'
import { ownModel } from '@/testing/contentModel'
import { type ChosenPlace, elementsAround, setAttribute } from './chosenElement'
import { ContentModel } from './contentModel'
import { formatChanges } from './formatXml'
import { newTag } from './newTags'
import { placeAt } from './sourcePlace'
import { tagRename } from './tagRename'
import { elementsOf } from './xmlElements'

const model = new ContentModel(ownModel())

/** Numbers that are the same in each run. */
function random(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state % below
  }
}

const module = `<dmodule><!-- a < b --><content><referencedApplicGroup><applic id="a1"><displayText><simplePara>1</simplePara></displayText></applic></referencedApplicGroup><procedure><mainProcedure>
<proceduralStep id='s1'><title>T &amp; x</title><para applicRefId = "a1">Turn <emphasis>left</emphasis> now</para></proceduralStep>
<proceduralStep><warning><warningAndCautionPara>Hot</warningAndCautionPara></warning><para>See<randomList><listItem><para>a</para></listItem></randomList></para></proceduralStep>
</mainProcedure></procedure></content></dmodule>`

const parse = (text: string) => new DOMParser().parseFromString(text, 'application/xml')
const isWellFormed = (text: string) => !parse(text).querySelector('parsererror')
/** The words of a text without white space. */
const wordsOf = (text: string) => (parse(text).documentElement.textContent ?? '').replace(/\s+/g, '')

/** Whether each element may hold its children. */
function isValid(text: string): boolean {
  const check = (element: Element, path: string[]): boolean => {
    const own = [...path, element.tagName]
    const children = [...element.children]
    return (
      model.accepts(
        own,
        children.map(({ tagName }) => tagName),
      ) && children.every((child) => check(child, own))
    )
  }
  return check(parse(text).documentElement, [])
}

it('keeps the text well-formed and valid, whatever commands are given, and undo takes all back', () => {
  expect(isValid(module)).toBe(true)
  let made = 0
  for (let seed = 1; seed <= 40; seed++) {
    const pick = random(seed)
    const source = new EditorView({
      state: EditorState.create({ doc: module, extensions: [history({ newGroupDelay: 0 }), tagRename] }),
    })
    for (let step = 0; step < 12; step++) {
      const before = source.state.sliceDoc()
      const words = wordsOf(before)
      command(source, pick)
      const after = source.state.sliceDoc()
      made += Number(after !== before)
      expect(isWellFormed(after), after).toBe(true)
      expect(wordsOf(after)).toBe(words)
      expect(isValid(after), after).toBe(true)
    }
    while (undo(source));
    expect(source.state.sliceDoc()).toBe(module)
  }
  expect(made).toBeGreaterThan(100)
})

/** Gives one command: an attribute, a format of the source, or a new element. */
function command(source: EditorView, pick: (below: number) => number): void {
  const { doc } = source.state
  const position = pick(doc.length)
  const kind = pick(3)
  if (kind === 0) changeAny(source, { doc, position }, pick)
  else if (kind === 1) {
    const to = Math.min(doc.length, position + pick(200))
    source.dispatch({ changes: formatChanges(source.state, position, to, model), userEvent: 'input.format' })
  } else insertAt(source, position, pick)
}

function changeAny(source: EditorView, place: ChosenPlace, pick: (below: number) => number): void {
  const [chosen] = elementsAround(place)
  if (!chosen) return
  const attributes = model.attributes(chosen.path).filter(({ kind }) => kind === 'text')
  const attribute = attributes[pick(Math.max(1, attributes.length))]
  const value = attribute?.values[0] ?? 'it\'s "x" & <y>'
  if (attribute)
    setAttribute(source, place, chosen.element, attribute.name, pick(4) === 0 ? undefined : value)
}

/** Writes an element that completion offers, where its content is complete without anything else. */
function insertAt(source: EditorView, wanted: number, pick: (below: number) => number): void {
  const ends = elementsOf(source.state.doc).map(({ to }) => to)
  const position = ends.find((end) => end >= wanted) ?? 0
  const { doc } = source.state.update({ changes: { from: position, insert: '<' } }).state
  const place = placeAt(doc, position + 1)
  if (place?.kind !== 'element' || place.path.length === 0) return
  const names = model.insertable(place.path, place.before, place.behind)
  const complete = names.filter((name) => {
    const own = [...place.path, name]
    return model.accepts(own, []) && model.attributes(own).every(({ isRequired }) => !isRequired)
  })
  const name = complete[pick(Math.max(1, complete.length))]
  if (name === undefined) return
  const { text } = newTag(model, place.path, name)
  source.dispatch({ changes: { from: position, insert: `<${text}` }, userEvent: 'input.complete' })
}
