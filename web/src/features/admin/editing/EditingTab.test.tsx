import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { connectApp } from '@/testing/connectApp'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { EditingTab } from './EditingTab'

connectApp()
const server = startServer(ada)
const stored = { commentRequired: false, ownRelease: false, reminderDays: 5, version: 3 }

function serving(put: (sent: unknown) => Response) {
  server.use(
    http.get(at('/config/editing'), () => HttpResponse.json(stored)),
    http.put(at('/config/editing'), async ({ request }) => put(await request.json())),
  )
}

it('saves the rules on the version they stand on', async () => {
  const sent: unknown[] = []
  serving((body) => {
    sent.push(body)
    return HttpResponse.json({ ...stored, commentRequired: true, reminderDays: 7, version: 4 })
  })
  const { user } = renderPage(<EditingTab />, ada)
  await user.click(await screen.findByRole('checkbox', { name: 'Comment required at check-in' }))
  const days = screen.getByRole('spinbutton', { name: /^Remind of old check-outs/ })
  await user.clear(days)
  await user.type(days, '7')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Rules saved.')).toBeVisible()
  expect(sent).toEqual([{ ...stored, commentRequired: true, reminderDays: 7 }])
})

it('offers to read again what somebody else changed', async () => {
  serving(() => problem(409, 'changed_meanwhile', 'Somebody changed it meanwhile'))
  const { user } = renderPage(<EditingTab />, ada)
  await user.click(await screen.findByRole('checkbox', { name: 'People may release their own versions' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Somebody changed it meanwhile')
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible()
})
