import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { useState } from 'react'
import { expect, it } from 'vitest'
import type { ModulePolicyRef } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { rita } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, startServer } from '@/testing/server'
import { RequirementMarks } from './RequirementMarks'

connectApp()
const server = startServer(rita)
const path = '/H160/MEL/DMC-A_en-US.XML'

const reference = (id: string, more: Partial<ModulePolicyRef> = {}): ModulePolicyRef => ({
  id,
  policyItemId: `item-${id}`,
  policyItemPath: `/c1/item-${id}`,
  policyItemCode: `ORO.${id}`,
  title: 'Pumps',
  status: 'compliant',
  state: 'current',
  textState: 'unchanged',
  anchor: 'p1',
  ...more,
})

function Reader() {
  const [article, setArticle] = useState<HTMLElement | null>(null)
  return (
    <div>
      <RequirementMarks article={article} path={path} version="12" />
      <article ref={setArticle}>
        <p id="p1">Two pumps.</p>
        <p id="p2">One valve.</p>
      </article>
    </div>
  )
}

it('marks each paragraph that answers requirements, and leads there', async () => {
  const asked: string[] = []
  server.use(
    http.get(at('/compliance/policyRefs/*'), ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json([
        reference('1'),
        reference('2'),
        reference('3', { anchor: 'p2', state: 'recheck' }),
        reference('4', { anchor: '' }),
        reference('5', { anchor: 'p9' }),
      ])
    }),
  )
  renderPage(<Reader />, rita)
  const mark = await screen.findByRole('link', { name: 'Answers ORO.1, ORO.2' })
  expect(mark).toHaveAttribute('href', '#/compliance/c1?item=item-1')
  expect(screen.getByRole('link', { name: 'Answers ORO.3, to check again' })).toBeInTheDocument()
  expect(screen.getAllByRole('link')).toHaveLength(2)
  expect(asked).toEqual(['?version=12'])
})

it('marks nothing where nothing refers to the module', async () => {
  renderPage(<Reader />, rita)
  await waitFor(() => expect(screen.queryByRole('link')).toBeNull())
})
