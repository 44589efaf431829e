import { CompletionContext } from '@codemirror/autocomplete'
import { history, undo } from '@codemirror/commands'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { describe, expect, it, vi } from 'vitest'
import { ownModel } from '@/testing/contentModel'
import { modelCompletion } from './completion'
import { ContentModel } from './contentModel'
import { formatChanges } from './formatXml'
import { selectTagName, tagRename } from './tagRename'

const model = new ContentModel(ownModel())

/** An editor with the cursor, or a selection, at `|`. */
function open(marked: string) {
  const [before = '', selected, behind] = marked.split('|')
  const doc = before + (selected ?? '') + (behind ?? '')
  const head = behind === undefined ? before.length : before.length + (selected?.length ?? 0)
  return new EditorView({
    state: EditorState.create({
      doc,
      selection: { anchor: before.length, head },
      extensions: [history(), tagRename],
    }),
  })
}

const findModules = vi.fn((_text: string, _signal: AbortSignal) =>
  Promise.resolve([{ code: 'DMC-NV240-A-28-21-01-00A-520A-A', title: 'Booster pump' }]),
)
const complete = modelCompletion({ model: () => model, nameOf: (name) => name, findModules })

async function offered(marked: string) {
  const { state } = open(marked)
  const found = await complete(new CompletionContext(state, state.selection.main.head, true))
  return found?.options ?? []
}

const labels = async (marked: string) => (await offered(marked)).map(({ label }) => label).toSorted()

/** The text after the completion of a label was chosen, with the cursor at `|`. */
async function completed(marked: string, label: string) {
  const editor = open(marked)
  const { state } = editor
  const found = await complete(new CompletionContext(state, state.selection.main.head, true))
  const option = found?.options.find((each) => each.label === label)
  if (!found || !option) throw new Error(`${label} is not offered`)
  const to = state.selection.main.head
  if (typeof option.apply === 'function') option.apply(editor, option, found.from, to)
  else {
    const insert = option.apply ?? option.label
    editor.dispatch({
      changes: { from: found.from, to, insert },
      selection: { anchor: found.from + insert.length },
    })
  }
  const { head } = editor.state.selection.main
  return `${editor.state.sliceDoc(0, head)}|${editor.state.sliceDoc(head)}`
}

const step = (inside: string) => `<mainProcedure><proceduralStep>${inside}</proceduralStep></mainProcedure>`

describe('completion', () => {
  it('offers the elements that the schema allows at the cursor, and only those', async () => {
    expect(await labels(step('<title>x</title><|'))).toEqual(
      ['warning', 'caution', 'note', 'hint', 'para', 'reading', 'figure', 'proceduralStep'].toSorted(),
    )
    expect(await labels(step('<|<para>x</para>'))).toContain('title')
    expect(await labels(step('<para>x</para><|'))).not.toContain('title')
    expect(await labels('<unknown><|</unknown>')).toEqual([])
  })

  it('writes the tags and the attributes that an element needs', async () => {
    expect(await completed(step('<no|'), 'note')).toBe(step('<note>|</note>'))
    expect(await completed('<para>See <in|</para>', 'internalRef')).toBe(
      '<para>See <internalRef internalRefId="|"/></para>',
    )
    expect(await completed('<para><b|>x</b></para>', 'emphasis')).toBe('<para><emphasis|>x</emphasis></para>')
    expect(await completed('<para>x</|', 'para')).toBe('<para>x</para>|')
  })

  it('offers attributes, their values, and the ids of the module', async () => {
    expect(await labels('<proceduralStep id="s" |></proceduralStep>')).toEqual(
      ['applicRefId', 'changeMark', 'changeType', 'warningRefs'].toSorted(),
    )
    expect(await completed('<title ch|></title>', 'changeType')).toBe('<title changeType="|"></title>')
    expect(await labels('<title changeType="|"></title>')).toEqual(['add', 'delete', 'modify'])
    const module = '<content><applic id="a1"/><para id="p1" applicRefId="|"/></content>'
    expect(await labels(module)).toEqual(['a1', 'p1'])
    expect(await completed(module.replace('"|"', '|'), 'a1')).toContain('applicRefId="a1"|')
    const several =
      '<content><warning id="w1"/><warning id="w2"/><proceduralStep warningRefs="w1 |"/></content>'
    expect(await completed(several, 'w2')).toContain('warningRefs="w1 w2|"')
  })

  it('finds the codes of modules', async () => {
    const code =
      'modelIdentCode="NV240" systemDiffCode="A" systemCode="28" subSystemCode="2" subSubSystemCode="1" '
    const rest =
      'assyCode="01" disassyCode="00" disassyCodeVariant="A" infoCode="520" infoCodeVariant="A" itemLocationCode="A"'
    expect(
      await completed('<dmRefIdent><dmCode pump|/></dmRefIdent>', 'DMC-NV240-A-28-21-01-00A-520A-A'),
    ).toBe(`<dmRefIdent><dmCode ${code}${rest}|/></dmRefIdent>`)
    expect(findModules).toHaveBeenLastCalledWith('pump', expect.any(AbortSignal))
  })
})

describe('renaming a tag', () => {
  it('changes both tags in one step of the history', () => {
    const editor = open('<a><not|e>x<note/></note></a>')
    editor.dispatch({ changes: { from: 8, insert: 's' }, userEvent: 'input.type' })
    expect(editor.state.sliceDoc()).toBe('<a><notes>x<note/></notes></a>')
    editor.dispatch({ changes: { from: 3 + 1, to: 9 }, userEvent: 'delete' })
    undo(editor)
    undo(editor)
    expect(editor.state.sliceDoc()).toBe('<a><note>x<note/></note></a>')
  })

  it('replaces the selected name, from either tag', () => {
    const editor = open('<a><para>x y</para|></a>')
    expect(selectTagName(editor)).toBe(true)
    editor.dispatch(editor.state.replaceSelection('title'), { userEvent: 'input.type' })
    expect(editor.state.sliceDoc()).toBe('<a><title>x y</title></a>')
    const end = editor.state.sliceDoc().indexOf('</title') + 2
    editor.dispatch({ changes: { from: end, to: end + 5, insert: 'para' }, userEvent: 'input.paste' })
    expect(editor.state.sliceDoc()).toBe('<a><para>x y</para></a>')
  })

  it('leaves text, attributes and other tags alone', () => {
    const editor = open('<a><b c="1">x</b>|</a>')
    editor.dispatch({ changes: { from: 5, insert: ' d="2"' }, userEvent: 'input.type' })
    expect(editor.state.sliceDoc()).toBe('<a><b d="2" c="1">x</b></a>')
    editor.dispatch({
      changes: { from: editor.state.sliceDoc().indexOf('x'), insert: 'y' },
      userEvent: 'input.type',
    })
    expect(editor.state.sliceDoc()).toBe('<a><b d="2" c="1">yx</b></a>')
  })
})

describe('formatting a selection', () => {
  const formatted = (marked: string) => {
    const { state } = open(marked)
    const { from, to } = state.selection.main
    return state.update({ changes: formatChanges(state, from, to, model) }).state.sliceDoc()
  }

  it('puts children on lines of their own, and changes nothing where text may stand', () => {
    expect(
      formatted(
        '|<mainProcedure><proceduralStep><para>a <emphasis>b</emphasis></para> <note><notePara/></note></proceduralStep></mainProcedure>|',
      ),
    ).toBe(
      '<mainProcedure>\n  <proceduralStep>\n    <para>a <emphasis>b</emphasis></para>\n    <note>\n      <notePara/>\n    </note>\n  </proceduralStep>\n</mainProcedure>',
    )
  })

  it('keeps to the selection', () => {
    const text =
      '<mainProcedure>\n<proceduralStep><para/></proceduralStep>|\n<proceduralStep><para/></proceduralStep>|\n</mainProcedure>'
    const after = formatted(text)
    expect(after).toContain('<mainProcedure>\n<proceduralStep><para/></proceduralStep>\n')
    expect(after).toContain('<proceduralStep>\n')
  })
})
