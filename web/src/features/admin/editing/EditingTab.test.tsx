import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { connectApp } from '@/testing/connectApp'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { EditingTab } from './EditingTab'

connectApp()
const server = startServer(ada)
const stored = { commentRequired: false, ownRelease: false, reminderDays: 5, recheckFirst: false, version: 3 }

function serving(put: (sent: unknown) => Response) {
  server.use(
    http.get(at('/config/editing'), () => HttpResponse.json(stored)),
    http.put(at('/config/editing'), async ({ request }) => put(await request.json())),
  )
}

const card = async (name: string) => within(await screen.findByRole('region', { name }))

it('saves the rules on the version they stand on', async () => {
  const sent: unknown[] = []
  serving((body) => {
    sent.push(body)
    return HttpResponse.json({ ...stored, commentRequired: true, reminderDays: 7, version: 4 })
  })
  const { user } = renderPage(<EditingTab />, ada)
  const rules = await card('Editing rules')
  await user.click(rules.getByRole('checkbox', { name: 'Comment required at check-in' }))
  const days = rules.getByRole('spinbutton', { name: /^Remind of old check-outs/ })
  await user.clear(days)
  await user.type(days, '7')
  await user.click(rules.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Rules saved.')).toBeVisible()
  expect(sent).toEqual([{ ...stored, commentRequired: true, reminderDays: 7 }])
})

it('offers to read again what somebody else changed', async () => {
  serving(() => problem(409, 'changed_meanwhile', 'Somebody changed it meanwhile'))
  const { user } = renderPage(<EditingTab />, ada)
  const rules = await card('Editing rules')
  await user.click(rules.getByRole('checkbox', { name: 'People may release their own versions' }))
  await user.click(rules.getByRole('button', { name: 'Save' }))
  expect(await rules.findByText('Somebody changed it meanwhile')).toBeVisible()
  expect(rules.getByRole('button', { name: 'Reload' })).toBeVisible()
})

it('saves the days until a decision about an OEM revision is due', async () => {
  const sent: unknown[] = []
  server.use(
    http.put(at('/config/revisions'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ decisionDays: 30, version: 1 })
    }),
  )
  const { user } = renderPage(<EditingTab />, ada)
  const rules = await card('OEM revisions')
  const days = rules.getByRole('spinbutton', { name: 'Days until a decision is due' })
  expect(days).toHaveValue(60)
  await user.clear(days)
  await user.type(days, '30')
  await user.click(rules.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Rules saved.')).toBeVisible()
  expect(sent).toEqual([{ decisionDays: 30, version: 0 }])
})
