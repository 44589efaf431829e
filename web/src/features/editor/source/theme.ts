import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

// All colours are variables of the style sheets, so that the editor follows the theme of the page.
const frame = EditorView.theme({
  '&': { height: '100%', color: 'var(--af-ink)', backgroundColor: 'var(--af-paper)', fontSize: '0.8125rem' },
  // Its frame shows the focus.
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--af-mono)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--af-ink)' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--af-ink)' },
  '.cm-gutters': {
    color: 'var(--af-ink-faint)',
    backgroundColor: 'var(--af-ground)',
    borderRight: '1px solid var(--af-line)',
  },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--af-accent) 5%, transparent)' },
  '.cm-activeLineGutter': { color: 'var(--af-ink)', backgroundColor: 'var(--af-wash)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--af-accent) 25%, transparent)',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    color: 'inherit',
    backgroundColor: 'var(--af-accent-wash)',
    outline: '1px solid var(--af-accent)',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--af-warning-wash)', outline: '1px solid var(--af-warning)' },
  '.cm-searchMatch-selected': { backgroundColor: 'color-mix(in srgb, var(--af-warning) 35%, transparent)' },
  '.cm-panels, .cm-tooltip': {
    color: 'var(--af-ink)',
    backgroundColor: 'var(--af-ground)',
    borderColor: 'var(--af-line)',
  },
  '.cm-panel.cm-search': { padding: '0.375rem 2rem 0.375rem 0.5rem' },
  '.cm-panel.cm-search label': { fontSize: '0.8125rem' },
  '.cm-textfield, .cm-button': {
    color: 'var(--af-ink)',
    backgroundColor: 'var(--af-paper)',
    backgroundImage: 'none',
    border: '1px solid var(--af-line-strong)',
    borderRadius: 'var(--af-radius)',
    fontSize: '0.8125rem',
  },
  '.cm-foldPlaceholder': {
    color: 'var(--af-accent)',
    backgroundColor: 'var(--af-accent-wash)',
    border: '1px solid var(--af-accent)',
  },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--af-danger)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--af-warning)' },
  '.cm-changedLine': { backgroundColor: 'var(--af-warning-wash) !important' },
  '.cm-collapsedLines': {
    color: 'var(--af-ink-faint)',
    background: 'var(--af-wash)',
    fontFamily: 'var(--af-sans)',
    // Few fonts have the characters that would stand there.
    '&:before, &:after': { content: 'none' },
  },
})

const colours = HighlightStyle.define([
  { tag: [tags.tagName, tags.angleBracket], color: 'var(--af-accent)' },
  { tag: tags.attributeName, color: 'var(--af-warning)' },
  { tag: tags.attributeValue, color: 'var(--af-success)' },
  { tag: tags.comment, color: 'var(--af-ink-faint)', fontStyle: 'italic' },
  { tag: [tags.processingInstruction, tags.documentMeta, tags.character], color: 'var(--af-info)' },
  { tag: tags.invalid, color: 'var(--af-danger)' },
])

export const editorTheme: Extension = [frame, syntaxHighlighting(colours)]
