import { autocompletion, startCompletion } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { xml } from '@codemirror/lang-xml'
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language'
import { lintGutter, lintKeymap } from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import {
  crosshairCursor,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  rectangularSelection,
} from '@codemirror/view'
import type { GlossaryTerm } from '@/api/types'
import { type CompletionPorts, modelCompletion } from '../model/completion'
import { formatSelection } from '../model/formatXml'
import { selectTagName, tagRename } from '../model/tagRename'
import { termCompletion } from '../model/termCompletion'
import { termHover } from '../model/termHover'
import { editorTheme } from './theme'

type Translate = (key: string) => string

/** The words of the editor that are shown or read out, in the language of the page. */
function phrases(t: Translate): Record<string, string> {
  return {
    Find: t('editor.find.find'),
    Replace: t('editor.find.with'),
    next: t('editor.find.next'),
    previous: t('editor.find.previous'),
    all: t('editor.find.all'),
    'match case': t('editor.find.matchCase'),
    'by word': t('editor.find.wholeWord'),
    regexp: t('editor.find.pattern'),
    replace: t('editor.find.replace'),
    'replace all': t('editor.find.replaceAll'),
    close: t('ui.close'),
    'current match': t('editor.find.currentMatch'),
    'replaced $ matches': t('editor.find.replaced'),
    'replaced match on line $': t('editor.find.replacedOnLine'),
    'on line': t('editor.find.onLine'),
    'Go to line': t('editor.find.goToLine'),
    go: t('editor.find.go'),
    'Fold line': t('editor.fold.fold'),
    'Unfold line': t('editor.fold.unfold'),
    'folded code': t('editor.fold.folded'),
    unfold: t('editor.fold.unfold'),
    'Folded lines': t('editor.fold.folded'),
    'Unfolded lines': t('editor.fold.unfolded'),
    to: t('editor.fold.to'),
    'Control character': t('editor.controlCharacter'),
    'Selection deleted': t('editor.selectionDeleted'),
    Diagnostics: t('editor.problems.title'),
    'No diagnostics': t('editor.problems.none'),
    Completions: t('editor.complete'),
    '$ unchanged lines': t('editor.compare.unchanged'),
    'Revert this chunk': t('editor.compare.take'),
  }
}

/** An XML text as it is shown everywhere; `label` names it for screen readers. */
export function xmlText(t: Translate, label: string): Extension[] {
  return [
    lineNumbers(),
    highlightSpecialChars(),
    drawSelection(),
    EditorView.lineWrapping,
    xml(),
    editorTheme,
    search({ top: true }),
    keymap.of([...searchKeymap, ...foldKeymap]),
    EditorState.phrases.of(phrases(t)),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
  ]
}

interface EditorPorts extends CompletionPorts {
  /** The terms of the manual. */
  terms: () => readonly GlossaryTerm[]
}

/** An XML text that can be edited. Tab leaves it, as everywhere on the page; Ctrl+] and Ctrl+[ indent. */
export function editableXml(t: Translate, label: string, ports: EditorPorts): Extension[] {
  return [
    ...xmlText(t, label),
    highlightActiveLineGutter(),
    highlightActiveLine(),
    codeFolding(),
    foldGutter(),
    history(),
    EditorState.allowMultipleSelections.of(true),
    indentOnInput(),
    bracketMatching(),
    rectangularSelection(),
    crosshairCursor(),
    highlightSelectionMatches(),
    lintGutter(),
    tagRename,
    termHover(ports.terms),
    autocompletion({ override: [modelCompletion(ports), termCompletion(ports.terms)], icons: false }),
    keymap.of([
      // Chinese input methods on Windows take Ctrl+Space for themselves.
      { key: 'Alt-/', run: startCompletion },
      { key: 'F2', run: selectTagName },
      { key: 'Shift-Alt-f', run: formatSelection(ports.model) },
    ]),
    keymap.of([...lintKeymap, ...historyKeymap, ...defaultKeymap]),
  ]
}
