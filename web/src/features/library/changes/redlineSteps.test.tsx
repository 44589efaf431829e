import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { connectApp } from '@/testing/connectApp'
import * as library from '@/testing/library'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { ModuleRedline } from './ModuleRedline'
import { RedlineSteps } from './RedlineSteps'

connectApp()
const server = startServer(ada)
const path = (name: string) => `/H160/MEL/DMC-${name}_en-US.XML`

/** Nothing comes into view by itself. */
class NeverInView {
  observe() {}
  disconnect() {}
}

function compared(words: string[]) {
  const file = library.file('DMC-H160-A-25-00-00-00A-040A-A_en-US')
  const html = words.map((word, at) => `<p><ins data-difference="${at}">${word}</ins></p>`).join('')
  const differences = words.map((word, at) => ({
    difference: at,
    kind: 'inserted',
    place: `Step ${at + 1}`,
    subject: '',
    new: word,
    certain: true,
  }))
  return {
    left: { file, draft: false },
    right: { file, draft: false },
    pages: [
      { html: `<article>${html}</article>`, truncated: false, references: [], figures: [], replaced: [] },
    ],
    sources: [],
    count: words.length,
    differences,
    status: [],
    coarse: false,
  }
}

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', NeverInView)
  server.use(http.get(at('/csdb/manual'), () => HttpResponse.json([library.manual('H160', 'MEL')])))
})

const current = () => document.querySelector('[data-current]')?.textContent

it('goes through the differences of several modules, drawing each when it is reached', async () => {
  const drawn: string[] = []
  const texts: Record<string, string[]> = { hoist: ['one', 'two'], winch: [], litter: ['three'] }
  server.use(
    http.get(at('/view/compare/default/H160/MEL/:key'), ({ params }) => {
      const name = String(params.key).slice(4, -10)
      drawn.push(name)
      return HttpResponse.json(compared(texts[name] ?? []))
    }),
  )
  const { user } = renderPage(
    <RedlineSteps>
      {Object.keys(texts).map((name) => (
        <ModuleRedline key={name} path={path(name)} title={name} left="70" right="77" />
      ))}
    </RedlineSteps>,
    ada,
  )
  const told = screen.getByRole('status')
  expect(drawn).toEqual([])
  await user.keyboard('n')
  await waitFor(() => expect(told).toHaveTextContent('hoist: difference 1 of 2'))
  expect(current()).toBe('one')
  expect(drawn).toEqual(['hoist'])
  const list = within(screen.getByRole('complementary', { name: 'Differences of hoist' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Step 1: added “one”',
    'Step 2: added “two”',
  ])
  await user.keyboard('n')
  expect(told).toHaveTextContent('hoist: difference 2 of 2')
  expect(current()).toBe('two')
  await user.keyboard('n')
  await waitFor(() => expect(told).toHaveTextContent('winch: no marked differences'))
  expect(current()).toBeUndefined()
  await user.click(screen.getByRole('button', { name: 'Next difference' }))
  await waitFor(() => expect(told).toHaveTextContent('litter: difference 1 of 1'))
  expect(current()).toBe('three')
  await user.keyboard('n')
  expect(told).toHaveTextContent('litter: difference 1 of 1')
  await user.keyboard('pp')
  expect(told).toHaveTextContent('hoist: difference 2 of 2')
  await user.click(list.getByRole('button', { name: 'Step 1: added “one”' }))
  expect(told).toHaveTextContent('hoist: difference 1 of 2')
  expect(current()).toBe('one')
})

it('waits for a module that is still loading, and goes past one that could not be compared', async () => {
  const answers: (() => void)[] = []
  server.use(
    http.get(at(`/view/compare/default${path('hoist')}`), async () => {
      await new Promise<void>((resolve) => answers.push(resolve))
      return HttpResponse.json(compared(['one']))
    }),
    http.get(at(`/view/compare/default${path('winch')}`), () => problem(404, 'file.not_found', 'Not found')),
    http.get(at(`/view/compare/default${path('litter')}`), () => HttpResponse.json(compared(['three']))),
  )
  const { user } = renderPage(
    <RedlineSteps>
      {['hoist', 'winch', 'litter'].map((name) => (
        <ModuleRedline key={name} path={path(name)} title={name} left="70" right="77" />
      ))}
    </RedlineSteps>,
    ada,
  )
  const told = screen.getByRole('status')
  await user.keyboard('n')
  await waitFor(() => expect(answers).toHaveLength(1))
  await user.keyboard('nn')
  answers[0]?.()
  await waitFor(() => expect(told).toHaveTextContent('hoist: difference 1 of 1'))
  await user.keyboard('n')
  expect(await screen.findByRole('alert')).toBeVisible()
  await user.keyboard('n')
  await waitFor(() => expect(told).toHaveTextContent('litter: difference 1 of 1'))
})
