import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { listedItem, openItem } from '@/testing/compliance'
import { connectApp } from '@/testing/connectApp'
import { ada, rita } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, startServer } from '@/testing/server'
import { useReferTo } from './useReferTo'

connectApp()
const server = startServer(ada)
const path = '/H160/MEL/DMC-A_en-US.XML'

function Reader() {
  const { start, dialog } = useReferTo(path, '12')
  return (
    <>
      {start && (
        <button type="button" onClick={() => start('p1', 'Lower it.')}>
          Refer
        </button>
      )}
      {dialog}
    </>
  )
}

it('lets a requirement refer to the paragraph that is read', async () => {
  const asked: string[] = []
  const sent: unknown[] = []
  server.use(
    http.get(at('/compliance/policyItems'), ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json({ items: [listedItem('i1')], total: 1, pageNumber: 1, pageSize: 10 })
    }),
    http.get(at('/compliance/policyItem/i1'), () =>
      HttpResponse.json(openItem({ clauses: [{ id: 'p', marker: '(a)', text: 'Two pumps.' }] })),
    ),
    http.post(at('/compliance/policyItem/policyRef'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(openItem())
    }),
  )
  const { user } = renderPage(<Reader />, ada)
  await user.click(screen.getByRole('button', { name: 'Refer' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add to a requirement' }))
  expect(dialog.getByText('Lower it.')).toBeVisible()
  const add = dialog.getByRole('button', { name: 'Add reference' })
  expect(add).toHaveAttribute('aria-disabled', 'true')
  await user.type(dialog.getByRole('searchbox', { name: 'Find a requirement' }), 'pump')
  await waitFor(() => expect(asked.at(-1)).toContain('keywordFilter=pump'))
  await user.click(await dialog.findByRole('radio', { name: /ORO\.1 Fuel pumps/ }))
  expect(await dialog.findByText('The operator shall describe the pumps.')).toBeVisible()
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Clause' }), '(a) Two pumps.')
  const comment = dialog.getByRole('textbox', { name: 'Comment' })
  await user.type(comment, 'See there{Escape}')
  // What was typed is not lost.
  expect(comment).toHaveValue('See there')
  expect(comment).toBeInTheDocument()
  await user.click(add)
  expect(await screen.findByText('Added to ORO.1')).toBeVisible()
  const { version: policyItemVersion } = openItem()
  const place = { path, version: '12', anchor: 'p1' }
  const chosen = { policyItemId: 'i1', policyItemVersion, policyClauseId: 'p' }
  expect(sent).toEqual([{ ...chosen, place, comment: 'See there' }])
})

it('is not for readers', async () => {
  renderPage(<Reader />, rita)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Refer' })).toBeNull())
})
