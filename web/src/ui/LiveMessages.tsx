import type { ReactNode } from 'react'
import type { Tone } from './tone'

interface LiveMessagesProps<Message extends { tone: Tone }> {
  /** In the order in which they are shown. */
  messages: readonly Message[]
  draw: (message: Message, order: number) => ReactNode
}

/**
 * Messages that are read out as they come; what is wrong interrupts, the others wait for a pause.
 *
 * The region of those that wait is there before its first message: some screen readers say nothing about a region that
 * comes together with its text. Messages that interrupt are alerts of their own beside it, because a live region inside
 * another is read twice.
 */
export function LiveMessages<Message extends { tone: Tone }>({ messages, draw }: LiveMessagesProps<Message>) {
  const ordered = messages.map((message, order) => ({ message, order }))
  const of = (interrupts: boolean) =>
    ordered
      .filter(({ message }) => (message.tone === 'danger') === interrupts)
      .map(({ message, order }) => draw(message, order))
  return (
    <>
      <div role="log" className="af-live">
        {of(false)}
      </div>
      {of(true)}
    </>
  )
}

/** The properties of a drawn message: its place among all of them, and its role if it interrupts. */
export const liveProps = (tone: Tone, order: number) => ({
  role: tone === 'danger' ? 'alert' : undefined,
  style: { order },
})
