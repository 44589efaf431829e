import { expect, it } from 'vitest'
import { readEvents, type ServerEvent } from './events'

async function eventsIn(...chunks: (string | Uint8Array)[]): Promise<ServerEvent[]> {
  const encoder = new TextEncoder()
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) {
        controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk)
      }
      controller.close()
    },
  })
  const events: ServerEvent[] = []
  await readEvents(stream, (event) => events.push(event), new AbortController().signal)
  return events
}

it('reads events, whatever pieces they come in', async () => {
  const text =
    'event: job\ndata: {"id":"1","status":"RUNNING","progress":40}\n\nevent: library\ndata: {"path":"/甲"}\n\n'
  const expected = [
    { kind: 'job', id: '1', status: 'RUNNING', progress: 40 },
    { kind: 'library', path: '/甲' },
  ]
  expect(await eventsIn(text)).toEqual(expected)
  const bytes = new TextEncoder().encode(text)
  expect(await eventsIn(...[...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(expected)
})

it('takes carriage returns, comments and unfinished ends', async () => {
  expect(
    await eventsIn(
      ': keep-alive\r\n\r\nevent:library\r\ndata:{"path":"/A"}\r\n\r\nevent: library\r\ndata: {"pa',
    ),
  ).toEqual([{ kind: 'library', path: '/A' }])
})

it('passes over what it does not know', async () => {
  expect(
    await eventsIn(
      'event: moon\ndata: {}\n\n',
      'event: job\ndata: {"id":7}\n\n',
      'event: job\ndata: no json\n\n',
    ),
  ).toEqual([])
})
