import { useCallback, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { findKeptTexts, forgetKeptText, newKeptText } from '@/lib/editing/keptTexts'
import { answerOtherTabs } from '@/lib/editing/tab'
import type { ConflictChoice } from './compose'

const choiceSchema = z.union([
  z.object({ take: z.enum(['ours', 'theirs', 'both']) }),
  z.object({ take: z.literal('edited'), text: z.string() }),
])

const keptSchema = z.object({
  /** The text that the choices are about. */
  version: z.string(),
  choices: z.array(z.nullable(choiceSchema)),
  note: z.string(),
  /** The whole module with the choices. */
  text: z.string(),
  /** The text of this version has the choices already. */
  isSaved: z.optional(z.boolean()),
})

type KeptChoices = z.infer<typeof keptSchema>

function read(text: string): KeptChoices | undefined {
  try {
    return keptSchema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

interface KeptWork {
  choices: readonly (ConflictChoice | undefined)[]
  note: string
}

/**
 * The choices at the conflicts of one to-do, kept in the browser until they are saved: they survive a closed tab and a
 * lost session. Choices about another version of the text come back as that text alone, in `outdated`. Choices that were
 * saved while the to-do stays open are kept too, as decided.
 */
export function useKeptChoices(
  account: string,
  todo: string,
  version: string,
  textOf: (choices: KeptWork['choices']) => string,
  firstNote: string,
) {
  const place = `merge ${todo}`
  const [work, setWork] = useState<KeptWork>({ choices: [], note: firstNote })
  const [isSaved, setSaved] = useState(false)
  const [isRestored, setRestored] = useState(false)
  const [outdated, setOutdated] = useState<{ text: string; note: string }>()
  const [kept] = useState(() => newKeptText(account, place))
  const isTouched = useRef(false)
  useEffect(answerOtherTabs, [])
  useEffect(() => {
    let isHere = true
    void findKeptTexts(account, place).then(([newest]) => {
      const found = newest && read(newest.text)
      // What this visit keeps is here already: the page was only hidden for a while.
      if (!isHere || !found || isTouched.current || newest.key === kept.key) return
      if (found.version === version) {
        setWork({ choices: found.choices.map((choice) => choice ?? undefined), note: found.note })
        setRestored(!found.isSaved)
        setSaved(found.isSaved ?? false)
      } else if (found.isSaved) return void forgetKeptText(newest.key)
      else if (found.text !== '') setOutdated({ text: found.text, note: found.note })
      // From now on this visit keeps it.
      void kept.keep(newest.text).then((isKept) => (isKept ? forgetKeptText(newest.key) : undefined))
    })
    return () => {
      isHere = false
    }
  }, [account, place, version, kept])
  const change = useCallback(
    (next: KeptWork) => {
      isTouched.current = true
      setWork(next)
      setSaved(false)
      const choices = next.choices.map((choice) => choice ?? null)
      void kept.keep(JSON.stringify({ version, choices, note: next.note, text: textOf(next.choices) }))
    },
    [kept, version, textOf],
  )
  const forget = useCallback(() => {
    isTouched.current = true
    setRestored(false)
    setOutdated(undefined)
    setSaved(false)
    setWork({ choices: [], note: firstNote })
    return kept.forget()
  }, [kept, firstNote])
  /** Keeps what is decided in a text that was saved just now. */
  const settle = useCallback(
    (saved: string, choices: KeptWork['choices'], note: string) => {
      isTouched.current = true
      const decided = choices.map((choice) => choice ?? null)
      return kept.keep(JSON.stringify({ version: saved, choices: decided, note, text: '', isSaved: true }))
    },
    [kept],
  )
  return { work, change, forget, settle, isRestored, isSaved, outdated }
}
