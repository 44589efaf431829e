import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ApplyReplacements, FindReplacements, ProposedChanges, ReplacementResult } from '@/api/types'
import { switchLanguage } from '@/lib/i18n'
import { connectApp } from '@/testing/connectApp'
import { manual } from '@/testing/library'
import { arthur, rita } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { foundPlace, proposedChanges, proposedModule } from '@/testing/replacements'
import { at, problem, startServer } from '@/testing/server'
import { ReplacePage } from './ReplacePage'

connectApp()
const server = startServer(arthur)
const started = '/replace?manual=%2FH160%2FMEL&find=flapper&with=valve'

/** Answers searches with these pages, one after the other, and applications with these results. */
function serving(pages: readonly ProposedChanges[], results: readonly ReplacementResult[] = []) {
  const searches: FindReplacements[] = []
  const applied: ApplyReplacements[] = []
  server.use(
    http.get(at('/csdb/manual'), () => HttpResponse.json([manual('H160', 'MEL'), manual('H160', 'AMM')])),
    http.get(at('/csdb/dmType'), () => HttpResponse.json([])),
    http.post<never, FindReplacements>(at('/replacements/search'), async ({ request }) => {
      searches.push(await request.json())
      return HttpResponse.json(pages[searches.length - 1] ?? pages.at(-1))
    }),
    http.post<never, ApplyReplacements>(at('/replacements/apply'), async ({ request }) => {
      applied.push(await request.json())
      return HttpResponse.json({ results })
    }),
  )
  return { searches, applied }
}

const places = () => screen.getAllByRole('checkbox', { name: /Open the flapper *becomes *valve/ })

describe('the page that finds and replaces', () => {
  it('searches for what the form says', async () => {
    const { searches } = serving([proposedChanges([proposedModule('DMC-A')])])
    const { user, query } = renderPage(<ReplacePage />, arthur, '/replace?manual=%2FH160%2FMEL')
    await user.type(screen.getByRole('textbox', { name: /^Find/ }), 'flapper')
    await user.type(screen.getByRole('textbox', { name: 'Replace with' }), 'valve')
    await user.click(await screen.findByRole('checkbox', { name: 'H160/AMM' }))
    await user.click(screen.getByRole('checkbox', { name: 'Whole words' }))
    await user.click(screen.getByRole('button', { name: 'Find' }))
    expect(await screen.findByRole('link', { name: 'Title of DMC-A' })).toBeVisible()
    expect(searches).toEqual([
      {
        replacement: {
          find: 'flapper',
          replace: 'valve',
          matchCase: false,
          wholeWords: true,
          withData: false,
        },
        manuals: ['/H160/MEL', '/H160/AMM'],
        onlyMine: false,
      },
    ])
    expect(query().getAll('manual')).toEqual(['/H160/MEL', '/H160/AMM'])
    expect(screen.getByText('2 matches in 1 module')).toBeVisible()
  })

  it('names what is missing', async () => {
    const { searches } = serving([])
    const { user } = renderPage(<ReplacePage />, arthur, '/replace')
    await screen.findByRole('checkbox', { name: 'H160/MEL' })
    await user.click(screen.getByRole('button', { name: 'Find' }))
    expect(screen.getByText('Enter the text to find')).toBeVisible()
    expect(screen.getByText('Choose at least one manual')).toBeVisible()
    expect(searches).toEqual([])
  })

  it('replaces the chosen places and leads to the editor', async () => {
    const modules = [proposedModule('DMC-A'), proposedModule('DMC-B')]
    const [first, second] = modules
    const { applied } = serving(
      [proposedChanges(modules)],
      [
        { path: first?.path ?? '', replaced: 1 },
        {
          path: second?.path ?? '',
          replaced: 0,
          code: 'changed_meanwhile',
          message: 'Changed by someone else',
        },
      ],
    )
    const { user } = renderPage(<ReplacePage />, arthur, started)
    await screen.findByText('4 matches selected in 2 modules')
    const [, box] = places()
    if (box) await user.click(box)
    expect(screen.getByText('3 matches selected in 2 modules')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Replace' }))
    const link = await screen.findByRole('link', { name: 'Edit DMC-A_en-US' })
    expect(link).toHaveAttribute('href', '#/editor?path=%2FH160%2FMEL%2FDMC-A_en-US.XML&line=10')
    expect(applied[0]).toMatchObject({
      checkOut: true,
      modules: [
        { path: first?.path, version: '7', sha256: 'hash of DMC-A', places: [0] },
        { path: second?.path, places: [0, 1] },
      ],
    })
    expect(screen.getByText('1 match replaced in 1 module')).toBeVisible()
    expect(screen.getByText('1 module was not changed:')).toBeVisible()
    expect(screen.queryAllByRole('checkbox', { name: /becomes *valve/ })).toEqual([])
    expect(screen.getByText('0 matches selected in 0 modules')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Select none' }))
    expect(screen.getByRole('link', { name: 'Edit DMC-A_en-US' })).toHaveAttribute(
      'href',
      '#/editor?path=%2FH160%2FMEL%2FDMC-A_en-US.XML&line=10',
    )
  })

  it('announces what was replaced, without the links', async () => {
    serving(
      [proposedChanges([proposedModule('DMC-A')])],
      [{ path: '/H160/MEL/DMC-A_en-US.XML', replaced: 2 }],
    )
    const { user } = renderPage(<ReplacePage />, arthur, started)
    await screen.findByText('2 matches selected in 1 module')
    await user.click(screen.getByRole('button', { name: 'Replace' }))
    const link = await screen.findByRole('link', { name: 'Edit DMC-A_en-US' })
    expect(screen.getByText('2 matches replaced in 1 module')).toHaveAttribute('role', 'status')
    for (const region of screen.getAllByRole('status')) expect(region).not.toContainElement(link)
  })

  it('says that a module may be changed already when the first answer was lost', async () => {
    const path = '/H160/MEL/DMC-A_en-US.XML'
    const refusal = { path, replaced: 0, code: 'changed_meanwhile', message: 'Changed by someone else' }
    serving([proposedChanges([proposedModule('DMC-A')])])
    let requests = 0
    server.use(
      http.post(at('/replacements/apply'), () => {
        requests += 1
        return requests === 1 ? HttpResponse.error() : HttpResponse.json({ results: [refusal] })
      }),
    )
    const { user } = renderPage(<ReplacePage />, arthur, started)
    const apply = await screen.findByRole('button', { name: 'Replace' })
    await user.click(apply)
    await waitFor(() => expect(requests).toBe(1))
    await waitFor(() => expect(apply).not.toHaveAttribute('aria-disabled', 'true'))
    await user.click(apply)
    expect(await screen.findAllByText(/The module may already be changed. Search again./)).not.toEqual([])
  })

  it('begins anew in another language, where the search runs again', async () => {
    const { searches } = serving([proposedChanges([proposedModule('DMC-A')])])
    const { user } = renderPage(<ReplacePage />, arthur, started)
    await user.click(await screen.findByRole('button', { name: 'Select none' }))
    expect(screen.getByText('0 matches selected in 0 modules')).toBeVisible()
    onTestFinished(() => act(() => switchLanguage('en-US')))
    await act(() => switchLanguage('zh-CN'))
    expect(await screen.findByText('已选 1 个模块中的 2 处')).toBeVisible()
    expect(searches).toHaveLength(2)
  })

  it('says that a text is deleted', async () => {
    serving([proposedChanges([proposedModule('DMC-A')])])
    renderPage(<ReplacePage />, arthur, '/replace?manual=%2FH160%2FMEL&find=flapper&with=')
    const boxes = await screen.findAllByRole('checkbox', { name: /Open the flapper *is deleted/ })
    expect(boxes).toHaveLength(2)
  })

  it('leads to the editor where the draft was searched, and to the reader elsewhere', async () => {
    const draft = proposedModule('DMC-A', { isDraft: true, state: 'mine', places: [foundPlace(0)] })
    const version = proposedModule('DMC-B', { places: [foundPlace(1)] })
    serving([proposedChanges([draft, version])])
    renderPage(<ReplacePage />, arthur, started)
    expect(await screen.findByRole('link', { name: 'Step 1' })).toHaveAttribute(
      'href',
      '#/editor?path=%2FH160%2FMEL%2FDMC-A_en-US.XML&line=10',
    )
    expect(screen.getByRole('link', { name: 'Step 2' })).toHaveAttribute(
      'href',
      '#/library/H160/MEL?dm=DMC-B_en-US&at=s1d-p1',
    )
  })

  it('chooses all, none, or a module', async () => {
    serving([proposedChanges([proposedModule('DMC-A'), proposedModule('DMC-B')])])
    const { user } = renderPage(<ReplacePage />, arthur, started)
    await user.click(await screen.findByRole('button', { name: 'Select none' }))
    expect(screen.getByText('0 matches selected in 0 modules')).toBeVisible()
    const region = screen.getByRole('region', { name: 'Title of DMC-B' })
    await user.click(within(region).getByRole('checkbox', { name: 'Select all matches of Title of DMC-B' }))
    expect(screen.getByText('2 matches selected in 1 module')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Select all' }))
    expect(screen.getByText('4 matches selected in 2 modules')).toBeVisible()
    await user.click(screen.getByRole('checkbox', { name: 'Check out modules as needed' }))
    expect(screen.getByText('0 matches selected in 0 modules')).toBeVisible()
  })

  it('shows why places cannot be replaced', async () => {
    const marked = proposedModule('DMC-A', { places: [foundPlace(0, { fault: 'markup' })] })
    const held = proposedModule('DMC-B', { state: 'held', heldBy: 'paula' })
    serving([
      proposedChanges([marked, held], {
        unread: [{ path: '/H160/MEL/DMC-C.XML', code: 'file.refused', message: 'Not well-formed' }],
      }),
    ])
    renderPage(<ReplacePage />, arthur, started)
    expect(await screen.findByText('Not replaceable: contains markup')).toBeVisible()
    expect(screen.getByText('Checked out by paula')).toBeVisible()
    expect(screen.getByText('1 module could not be searched')).toBeVisible()
    expect(screen.queryAllByRole('checkbox', { name: /Open the flapper/ })).toEqual([])
    expect(screen.getByRole('button', { name: 'Replace' })).toHaveAttribute('aria-disabled', 'true')
  })

  it('goes on until all modules were searched', async () => {
    const { searches } = serving([
      proposedChanges([proposedModule('DMC-A')], { total: 9, read: 4, next: '/H160/MEL/DMC-A_en-US.XML' }),
      proposedChanges([proposedModule('DMC-B')], { total: undefined, read: 5 }),
    ])
    renderPage(<ReplacePage />, arthur, started)
    expect(await screen.findByText('4 matches in 2 modules')).toBeVisible()
    expect(searches.map(({ after }) => after)).toEqual([undefined, '/H160/MEL/DMC-A_en-US.XML'])
  })

  it('says when there is nothing, and when the search fails', async () => {
    serving([proposedChanges([])])
    const { go } = renderPage(<ReplacePage />, arthur, started)
    expect(await screen.findByText('No matches')).toBeVisible()
    server.use(
      http.post(at('/replacements/search'), () => problem(404, 'manual.not_found', 'Manual not found')),
    )
    await go('/replace?manual=%2FH160%2FGONE&find=flapper&with=valve')
    expect(await screen.findByText('The search failed')).toBeVisible()
    expect(screen.getByText('Manual not found')).toBeVisible()
  })

  it('is not for readers', async () => {
    renderPage(<ReplacePage />, rita, started)
    await waitFor(() => expect(screen.getByText('You do not have permission to edit modules')).toBeVisible())
    expect(screen.queryByRole('button', { name: 'Find' })).toBeNull()
  })
})
