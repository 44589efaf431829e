import * as z from 'zod/mini'

const jobEvent = z.object({ id: z.string(), status: z.string(), progress: z.number() })
const libraryEvent = z.object({ path: z.string() })

export type ServerEvent =
  | ({ kind: 'job' } & z.infer<typeof jobEvent>)
  | ({ kind: 'library' } & z.infer<typeof libraryEvent>)

/**
 * Reads an event stream, to its end or until the signal, and hands on what it knows; comments keep the line alive and
 * say nothing.
 */
export async function readEvents(
  stream: ReadableStream<Uint8Array>,
  onEvent: (event: ServerEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  const end = () => void reader.cancel()
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const text = (rest + decoder.decode(value, { stream: true })).replaceAll('\r\n', '\n')
    const blocks = text.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = eventOf(block)
      if (event) onEvent(event)
    }
  }
}

function eventOf(block: string): ServerEvent | undefined {
  const lines = block.split('\n')
  const field = (name: string) =>
    lines
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).replace(/^ /, ''))
      .join('\n')
  return parseEvent(field('event'), field('data'))
}

function parseEvent(kind: string, data: string): ServerEvent | undefined {
  try {
    const value: unknown = JSON.parse(data)
    if (kind === 'job') return { kind, ...jobEvent.parse(value) }
    if (kind === 'library') return { kind, ...libraryEvent.parse(value) }
  } catch {
    // An event of a newer server is no reason to give the stream up.
  }
  return undefined
}
