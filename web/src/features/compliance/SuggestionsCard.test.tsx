import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import type { PolicySuggestion } from '@/api/types'
import { openItem, policyRef } from '@/testing/compliance'
import { connectApp } from '@/testing/connectApp'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { SuggestionsCard } from './SuggestionsCard'

connectApp()
const server = startServer(ada)

const suggestion: PolicySuggestion = {
  path: '/H160/MEL/DMC-H160-A-28-00-00-00A-040A-A_en-US.XML',
  code: 'DMC-H160-A-28-00-00-00A-040A-A',
  title: 'Fuel pump - Description',
  manualPath: '/H160/MEL',
  version: '7',
  anchor: 's1d-p1',
  snippet: [
    { text: 'The ', hit: false },
    { text: 'pump', hit: true },
    { text: ' sits in a cartridge.', hit: false },
  ],
  words: ['pump'],
  titleWords: ['fuel'],
  namesPolicyItemCode: false,
}

const clauses = [{ id: 'p', marker: '(a)', text: 'Two pumps.' }]

function serving(suggestions: PolicySuggestion[]) {
  const asked: string[] = []
  server.use(
    http.get(at('/compliance/policyItem/i1/suggestions'), ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json(suggestions)
    }),
  )
  return asked
}

const show = () => renderPage(<SuggestionsCard item={openItem({ clauses })} />, ada, '/compliance/c1?item=i1')

it('says why a paragraph is suggested and adds it as a reference', async () => {
  const asked = serving([suggestion])
  const sent: unknown[] = []
  server.use(
    http.post(at('/compliance/policyItem/policyRef'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(openItem({ references: [policyRef()] }))
    }),
  )
  const { user } = show()
  expect(asked).toEqual([])
  await user.selectOptions(screen.getByRole('combobox', { name: 'Clause' }), '(a) Two pumps.')
  await user.click(screen.getByRole('button', { name: 'Find similar text' }))
  const list = within(await screen.findByRole('list', { name: 'Suggested references' }))
  expect(list.getByText('pump').tagName).toBe('MARK')
  expect(list.getByText('Shared words: pump · In the title: fuel')).toBeVisible()
  expect(asked).toEqual(['?policyClauseId=p'])
  await user.click(list.getByRole('button', { name: 'Add reference' }))
  expect(await screen.findByText('Operation successful!')).toBeVisible()
  const place = { path: suggestion.path, version: '7', anchor: 's1d-p1' }
  const { version: policyItemVersion } = openItem()
  expect(sent).toEqual([{ policyItemId: 'i1', policyItemVersion, policyClauseId: 'p', place, comment: '' }])
})

it('says which code named the other side', async () => {
  serving([{ ...suggestion, namedCode: '28-41-01', namesPolicyItemCode: true }])
  const { user } = show()
  await user.click(screen.getByRole('button', { name: 'Find similar text' }))
  const reasons = await screen.findByText(/Named in the requirement: 28-41-01/)
  expect(reasons).toHaveTextContent(`The paragraph names ${openItem().policyItemCode}`)
})

it('says when nothing is alike and when the server refuses', async () => {
  serving([])
  const { user } = show()
  await user.click(screen.getByRole('button', { name: 'Find similar text' }))
  expect(await screen.findByText('No similar text found.')).toBeVisible()
  server.use(
    http.get(at('/compliance/policyItem/i1/suggestions'), () =>
      problem(404, 'policy_item.not_found', 'Gone'),
    ),
  )
  await user.selectOptions(screen.getByRole('combobox', { name: 'Clause' }), '(a) Two pumps.')
  expect(await screen.findByText('The suggestions could not be loaded')).toBeVisible()
})
