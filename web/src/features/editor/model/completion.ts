import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  pickedCompletion,
  startCompletion,
} from '@codemirror/autocomplete'
import type { EditorView } from '@codemirror/view'
import type { ContentModel } from './contentModel'
import { codeAttributes, newTag } from './newTags'
import { placeAt, type SourcePlace } from './sourcePlace'

/** A module that a reference may lead to. */
export interface FoundModule {
  code: string
  title: string
}

export interface CompletionPorts {
  /** Undefined until the model is loaded. */
  model: () => ContentModel | undefined
  /** The name of an element in the language of the user. */
  nameOf: (element: string) => string
  findModules: (text: string, signal: AbortSignal) => Promise<FoundModule[]>
}

const typedName = /^[^\s<>/=!?'"]*$/
const typedValue = /^[^\s<>"']*$/
const minCodeLetters = 3
const idPattern = /\sid\s*=\s*(?:"([^"<]+)"|'([^'<]+)')/g

/** Completes elements, attributes, values, ids and the codes of modules: what the content model allows there. */
export function modelCompletion(ports: CompletionPorts): CompletionSource {
  return (context) => {
    const model = ports.model()
    const place = model && placeAt(context.state.doc, context.pos)
    if (!model || !place) return null
    switch (place.kind) {
      case 'element':
        return elements(context, model, place, ports)
      case 'endTag':
        return result(place.from, [{ label: place.name, type: 'type', apply: closeTag }], typedName)
      case 'attribute':
        return attributeNames(context, model, place, ports)
      default:
        return values(context, model, place)
    }
  }
}

const result = (from: number, options: Completion[], validFor: RegExp): CompletionResult | null =>
  options.length > 0 ? { from, options, validFor } : null

type PlaceOf<Kind> = Extract<SourcePlace, { kind: Kind }>

async function elements(
  context: CompletionContext,
  model: ContentModel,
  { from, path, before, behind }: PlaceOf<'element'>,
  ports: CompletionPorts,
): Promise<CompletionResult | null> {
  const names = path.length > 0 ? model.expected(path, before, behind) : []
  const options = names.map((name): Completion => {
    const detail = ports.nameOf(name)
    return {
      label: name,
      detail: detail === name ? undefined : detail,
      type: 'type',
      apply: (view, completion, start, end) => applyElement(view, completion, start, end, model, path),
    }
  })
  const typed = context.state.sliceDoc(from, context.pos)
  const isCode = /^DMC-/i.test(typed) && names.includes('dmRef')
  if (!isCode) return result(from, options, typedName)
  const modules = await searched(context, typed, ports)
  const references = modules.flatMap(({ code, title }): Completion[] => {
    const attributes = codeAttributes(code)
    const text = `dmRef><dmRefIdent><dmCode ${attributes}/></dmRefIdent></dmRef>`
    return attributes ? [{ label: code, detail: title, type: 'constant', apply: text }] : []
  })
  return references.length > 0 ? { from, options: references, filter: false } : null
}

function applyElement(
  view: EditorView,
  completion: Completion,
  from: number,
  to: number,
  model: ContentModel,
  path: readonly string[],
): void {
  // A tag that is there already only gets another name.
  const isTag = /^[^\s<>/=]*(?:\s+[^<>]*)?\/?>/.test(view.state.sliceDoc(to, to + 1000))
  const { text, caret } = isTag
    ? { text: completion.label, caret: completion.label.length }
    : newTag(model, path, completion.label)
  view.dispatch({
    changes: { from, to, insert: text },
    selection: { anchor: from + caret },
    userEvent: 'input.complete',
    annotations: pickedCompletion.of(completion),
  })
  if (text[caret - 1] === '"') startCompletion(view)
}

function closeTag(view: EditorView, completion: Completion, from: number, to: number): void {
  const hasEnd = view.state.sliceDoc(to, to + 1) === '>'
  const insert = hasEnd ? completion.label : `${completion.label}>`
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + completion.label.length + 1 },
    userEvent: 'input.complete',
    annotations: pickedCompletion.of(completion),
  })
}

async function attributeNames(
  context: CompletionContext,
  model: ContentModel,
  { from, path, present }: PlaceOf<'attribute'>,
  ports: CompletionPorts,
): Promise<CompletionResult | null> {
  const typed = context.state.sliceDoc(from, context.pos)
  if (path.at(-1) === 'dmCode' && present.length === 0 && typed.length >= minCodeLetters) {
    const modules = await searched(context, typed, ports)
    const options = modules.flatMap(({ code, title }): Completion[] => {
      const attributes = codeAttributes(code)
      return attributes ? [{ label: code, detail: title, type: 'constant', apply: attributes }] : []
    })
    if (options.length > 0) return { from, options, filter: false }
  }
  const allowed = model.attributes(path).filter(({ name }) => !present.includes(name))
  const options = allowed.map(({ name, isRequired }): Completion => {
    return { label: name, type: 'property', boost: isRequired ? 1 : 0, apply: applyAttribute }
  })
  return result(from, options, typedName)
}

function applyAttribute(view: EditorView, completion: Completion, from: number, to: number): void {
  const hasValue = /^\s*=/.test(view.state.sliceDoc(to, to + 100))
  const insert = hasValue ? completion.label : `${completion.label}=""`
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length - (hasValue ? 0 : 1) },
    userEvent: 'input.complete',
    annotations: pickedCompletion.of(completion),
  })
  startCompletion(view)
}

function values(
  context: CompletionContext,
  model: ContentModel,
  { from, path, attribute, isQuoted }: PlaceOf<'value'>,
): CompletionResult | null {
  const allowed = model.attribute(path, attribute)
  if (!allowed) return null
  const apply = (value: string) => (isQuoted ? value : `"${value}"`)
  if (allowed.kind === 'reference' || allowed.kind === 'references') {
    const typed = context.state.sliceDoc(from, context.pos)
    // Of several ids the last one is being written.
    const start = allowed.kind === 'references' ? from + typed.lastIndexOf(' ') + 1 : from
    const options = idsOf(context.state.sliceDoc()).map((id): Completion => {
      return { label: id, type: 'variable', apply: apply(id) }
    })
    return result(start, options, typedValue)
  }
  const options = allowed.values.map((value): Completion => {
    return { label: value, type: 'enum', apply: apply(value) }
  })
  return result(from, options, typedValue)
}

/** The ids in a text, in their order. */
export function idsOf(text: string): string[] {
  return [...new Set([...text.matchAll(idPattern)].map(({ 1: one, 2: other }) => one ?? other ?? ''))]
}

async function searched(
  context: CompletionContext,
  text: string,
  { findModules }: CompletionPorts,
): Promise<FoundModule[]> {
  const stop = new AbortController()
  context.addEventListener('abort', () => stop.abort(), { onDocChange: true })
  try {
    return await findModules(text, stop.signal)
  } catch {
    // The next letter asks again.
    return []
  }
}
