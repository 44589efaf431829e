import { history, historyKeymap } from '@codemirror/commands'
import { MergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { keymap } from '@codemirror/view'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { exactText, openText } from './lineEnds'
import { xmlText } from './sourceSetup'
import '../editor.css'

export interface CompareHandle {
  /** The text at the right, byte for byte, with what was taken over from the left. */
  text: () => string
}

interface TextCompareProps {
  ref?: Ref<CompareHandle>
  left: { label: string; text: string }
  right: { label: string; text: string }
  /** Whether differences can be taken over to the right, and the right be edited. */
  editable?: boolean
}

/** Two texts side by side with their differences marked. */
export function TextCompare({ ref, left, right, editable = false }: TextCompareProps) {
  const { t } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<MergeView>(null)
  /** The text of the right side when the page was hidden for a while. */
  const changed = useRef<string>(undefined)
  const sides = useRef({ left, right, t })
  useEffect(() => {
    if (!place.current) return
    const side = (label: string, text: string, isOpen: boolean) => {
      const { doc, extension } = openText(text)
      const closed = [EditorState.readOnly.of(true)]
      const open = [history(), keymap.of(historyKeymap)]
      return { doc, extensions: [extension, xmlText(sides.current.t, label), isOpen ? open : closed] }
    }
    const { left: before, right: own } = sides.current
    const made = new MergeView({
      parent: place.current,
      a: side(before.label, before.text, false),
      b: side(own.label, changed.current ?? own.text, editable),
      collapseUnchanged: { margin: 3, minSize: 8 },
      revertControls: editable ? 'a-to-b' : undefined,
      diffConfig: { timeout: 500 },
    })
    view.current = made
    return () => {
      view.current = null
      changed.current = exactText(made.b.state)
      made.destroy()
    }
  }, [editable])
  useImperativeHandle(
    ref,
    () => ({ text: () => (view.current ? exactText(view.current.b.state) : sides.current.right.text) }),
    [],
  )
  return (
    <div className="ed-compare">
      <div className="ed-compare-heads">
        <h2>{left.label}</h2>
        <h2>{right.label}</h2>
      </div>
      <div ref={place} className="ed-compare-texts" />
    </div>
  )
}
