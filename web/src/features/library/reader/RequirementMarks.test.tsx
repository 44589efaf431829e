import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
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

/** Lays the paragraphs out one below the other: the environment of the tests has no layout. */
function layOut(tops: Readonly<Record<string, number>>) {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return new DOMRect(0, tops[this.id] ?? 0, 100, 20)
  })
}

afterEach(() => vi.restoreAllMocks())

function serving(...references: ModulePolicyRef[]) {
  const asked: string[] = []
  server.use(
    http.get(at('/compliance/policyRefs/*'), ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json(references)
    }),
  )
  return asked
}

it('marks each paragraph that answers requirements, and leads there', async () => {
  layOut({ p1: 0, p2: 100 })
  const asked = serving(
    reference('1'),
    reference('3', { anchor: 'p2', state: 'recheck' }),
    reference('4', { anchor: '' }),
    reference('5', { anchor: 'p9' }),
  )
  renderPage(<Reader />, rita)
  const mark = await screen.findByRole('link', { name: 'Answers ORO.1 (Compliant)' })
  expect(mark).toHaveAttribute('href', '#/compliance/c1?item=item-1')
  expect(screen.getByRole('link', { name: 'Answers ORO.3 (Compliant), to check again' })).toBeInTheDocument()
  expect(screen.getAllByRole('link')).toHaveLength(2)
  expect(asked).toEqual(['?version=12'])
})

it('leads to each of several requirements at the same height', async () => {
  layOut({ p1: 0, p2: 4 })
  serving(reference('1'), reference('2'), reference('3', { anchor: 'p2', state: 'recheck' }))
  const { user } = renderPage(<Reader />, rita)
  const name = 'Answers ORO.1 (Compliant), ORO.2 (Compliant), ORO.3 (Compliant), to check again'
  await user.click(await screen.findByRole('button', { name }))
  const entries = screen.getAllByRole('menuitem')
  expect(entries.map((entry) => entry.textContent?.trim())).toEqual([
    'ORO.1 (Compliant) Pumps',
    'ORO.2 (Compliant) Pumps',
    'ORO.3 (Compliant) Pumps',
  ])
  expect(entries[1]).toHaveAttribute('href', '#/compliance/c1?item=item-2')
})

it('keeps the letters typed in its menu from the shortcuts of the reader', async () => {
  layOut({})
  serving(reference('1'), reference('2'))
  const onKey = vi.fn()
  const { user } = renderPage(
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for the reader around the marks.
    <div role="presentation" onKeyDown={({ key }) => onKey(key)}>
      <Reader />
    </div>,
    rita,
  )
  await user.click(
    await screen.findByRole('button', { name: 'Answers ORO.1 (Compliant), ORO.2 (Compliant)' }),
  )
  await user.keyboard('c{ArrowDown}')
  expect(onKey.mock.calls).toEqual([['ArrowDown']])
})

it('marks nothing where nothing refers to the module', async () => {
  renderPage(<Reader />, rita)
  await waitFor(() => expect(screen.queryByRole('link')).toBeNull())
})
