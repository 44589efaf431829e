import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { openRequest } from '@/testing/changeRequests'
import { connectApp } from '@/testing/connectApp'
import { manual } from '@/testing/library'
import { rita } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, startServer } from '@/testing/server'
import { useAskForChange } from './useAskForChange'

connectApp()
const server = startServer(rita)
const path = '/H160/MEL/DMC-A_en-US.XML'

function Reader() {
  const { start, dialog } = useAskForChange(manual('H160', 'MEL'), path, '12')
  return (
    <>
      <button type="button" onClick={() => start('p1', 'Lower it.')}>
        Ask
      </button>
      {dialog}
    </>
  )
}

it('sends the paragraph that is read with the request, and says its number', async () => {
  const sent: unknown[] = []
  server.use(
    http.post(at('/changeRequests'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(openRequest())
    }),
  )
  const { user } = renderPage(<Reader />, rita)
  await user.click(screen.getByRole('button', { name: 'Ask' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Request a change' }))
  expect(dialog.getByText('Lower it.')).toBeVisible()
  expect(dialog.queryByRole('combobox')).toBeNull()
  await user.type(dialog.getByRole('textbox', { name: /Title/ }), 'How far?')
  await user.click(dialog.getByRole('button', { name: 'Send request' }))
  expect(await screen.findByText(/Change request #7 sent/)).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([
    {
      manualPath: '/H160/MEL',
      title: 'How far?',
      description: '',
      origin: 'comment',
      reference: '',
      reviewers: [],
      place: { path, version: '12', anchor: 'p1' },
    },
  ])
})
