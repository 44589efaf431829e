import { useState } from 'react'

interface Question<About> {
  about: About
  answer: (yes: boolean) => void
}

/** A question in the middle of a save: `ask` waits until the dialog that shows `question` calls `answer`. */
export function useQuestion<About>() {
  const [question, setQuestion] = useState<Question<About>>()
  const ask = (about: About) =>
    new Promise<boolean>((resolve) => {
      const answer = (yes: boolean) => {
        setQuestion(undefined)
        resolve(yes)
      }
      setQuestion({ about, answer })
    })
  return { question, ask }
}
