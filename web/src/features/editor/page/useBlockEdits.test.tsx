import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { connectApp } from '@/testing/connectApp'
import { arthur } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, startServer } from '@/testing/server'
import { type TextPlace, useBlockEdits } from './useBlockEdits'

const server = startServer(arthur)
connectApp()

const path = '/H160/MEL/DMC-A_en-US.XML'
const answerWith = (answer: () => HttpResponse<object>) =>
  server.use(http.post(at(`/drafts/edits/default${path}`), answer))

/** A button that moves the cursor and is named by the state of the edits. */
function Probe() {
  const [place, setPlace] = useState<TextPlace>()
  const { state } = useBlockEdits(path, place)
  const move = () =>
    setPlace((before) => ({
      text: () => '<para>x</para>',
      position: 6,
      number: (before?.number ?? 0) + 1,
      isUrgent: true,
    }))
  return (
    <button type="button" onClick={move}>
      {state}
    </button>
  )
}

it('does not take the edits of an earlier place for those that could not be loaded', async () => {
  answerWith(() => HttpResponse.json({ edits: [] }))
  const { user } = renderPage(<Probe />, arthur)
  await user.click(screen.getByRole('button', { name: 'current' }))
  expect(await screen.findByRole('button', { name: 'current' })).toBeVisible()
  const refused = { title: 'Invalid', status: 400, code: 'request.invalid' }
  answerWith(() => HttpResponse.json(refused, { status: 400 }))
  await user.click(screen.getByRole('button'))
  expect(await screen.findByRole('button', { name: 'failed' })).toBeVisible()
})

it('asks for no texts: each of a table is as long as the table', async () => {
  const bodies: unknown[] = []
  server.use(
    http.post(at(`/drafts/edits/default${path}`), async ({ request }) => {
      bodies.push(await request.json())
      return HttpResponse.json({ edits: [] })
    }),
  )
  const { user } = renderPage(<Probe />, arthur)
  await user.click(screen.getByRole('button', { name: 'current' }))
  await vi.waitFor(() => expect(bodies).toEqual([{ text: '<para>x</para>', position: 6, withoutText: true }]))
})
