import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { queryClient } from '@/api/queries'
import type { Annotation, Choices, Me, View, ViewFigure } from '@/api/types'
import { closeOverlay, useOverlay } from '@/lib/overlay'
import { connectApp } from '@/testing/connectApp'
import * as library from '@/testing/library'
import { ada } from '@/testing/people'
import { readerAnswers, view, withheld } from '@/testing/reader'
import { renderRoute } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { bookmark } from '@/testing/workspace'
import { AircraftButton } from './AircraftButton'
import { AircraftDialog } from './AircraftDialog'
import { ModuleReader } from './ModuleReader'
import { ReaderTools } from './ReaderTools'
import { useAircraftOffer } from './useAircraftOffer'

connectApp()
const server = startServer()
const key = 'DMC-H160-A-25-00-00-00A-040A-A_en-US'
const path = `/H160/MEL/${key}.XML`
const mel = library.manual('H160', 'MEL')

const scrollIntoView = vi.fn()
HTMLElement.prototype.scrollIntoView = scrollIntoView

beforeEach(() => {
  scrollIntoView.mockClear()
})

/** A module with its tools. */
function Reader({ beside }: { beside?: string }) {
  const isChoosing = useOverlay().kind === 'aircraft'
  return (
    <>
      <AircraftButton offer={useAircraftOffer()} />
      {isChoosing && <AircraftDialog onClose={closeOverlay} />}
      <ReaderTools manual={mel} path={path} file={undefined} beside={beside} />
      <ModuleReader manual={mel} path={path} beside={beside} />
    </>
  )
}

function show(read: Parameters<typeof readerAnswers>[1] = {}, query = '', person = ada) {
  const { handlers, asked } = readerAnswers(key, read)
  server.use(...handlers)
  const page = renderRoute(
    <Reader />,
    ['/library/:folderPath/:manualPath'],
    person,
    `/library/H160/MEL?dm=${key}${query}`,
  )
  return { ...page, asked }
}

describe('a module', () => {
  it('is shown, and the server told that it was opened', async () => {
    const { asked } = show()
    expect(await screen.findByText('The hoist.')).toBeVisible()
    await waitFor(() => expect(asked.visits).toEqual([{ path }]))
  })

  it('leads to the modules before and after it, and up', async () => {
    const before = library.tocNode('4', 'Winch', { leaf: true, sourceFiles: ['/H160/MEL/W.XML'] })
    const chapter = library.tocNode('1', '25 Equipment', { tocPrefix: '25' })
    const own = library.tocNode('5', 'Hoist')
    const { user } = show({ neighbours: { trail: [chapter, own], previous: before, position: 2, total: 12 } })
    const nav = within(await screen.findByRole('navigation', { name: 'Previous and next module' }))
    expect(await nav.findByRole('link', { name: 'Previous' })).toHaveAttribute(
      'href',
      '#/library/H160/MEL?profile=profile-All&node=4&dm=W',
    )
    expect(nav.getByRole('button', { name: 'Next' })).toBeDisabled()
    expect(nav.getByText('2 of 12')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    expect(screen.getByRole('menuitem', { name: 'Up to 25 Equipment' })).toHaveAttribute(
      'href',
      expect.stringContaining('node=1'),
    )
  })

  it('that cannot be drawn says why and can be tried again', async () => {
    const { handlers } = readerAnswers(key)
    server.use(
      http.get(at(`/view/default${path}`), () => problem(422, 'view.refused', 'Too deep')),
      ...handlers,
    )
    const page = renderRoute(<Reader />, ['*'], ada, '/')
    expect(await screen.findByText('Too deep')).toBeVisible()
    server.use(...handlers)
    await page.user.click(screen.getByRole('button', { name: /again/i }))
    expect(await screen.findByText('The hoist.')).toBeVisible()
  })

  it('stays while the server is busy, and says that it may be out of date', async () => {
    const { user } = show()
    await screen.findByText('The hoist.')
    server.use(http.get(at(`/view/default${path}`), () => problem(429, 'throttled', 'Too many calls')))
    await act(() => queryClient.invalidateQueries())
    expect(await screen.findByText(/^This text may be out of date/)).toBeVisible()
    expect(screen.getByText('The hoist.')).toBeVisible()
    server.use(...readerAnswers(key).handlers)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText(/^This text may be out of date/)).toBeNull())
  })

  it('that is too long says that its end is not shown', async () => {
    show({ view: view(key, { truncated: true }) })
    expect(await screen.findByText('Only the beginning of this module is displayed')).toBeVisible()
  })

  it('is bookmarked with one click', async () => {
    const { user, asked } = show()
    await user.click(await screen.findByRole('button', { name: 'Bookmark this module' }))
    await waitFor(() => expect(asked.bookmarks).toEqual([{ path }]))
    expect(await screen.findByText('Bookmark added.')).toBeVisible()
  })
})

describe('places in a module', () => {
  const html =
    '<article class="s1d-module"><h2 id="s1d-a">1 General</h2><p id="s1d-p">See ' +
    '<a class="s1d-ref" data-kind="internal" data-ref="0" data-target="s1d-q" href="#s1d-q">Step 2</a>.</p>' +
    '<details id="s1d-d"><summary>More</summary><p id="s1d-q">Lower it.</p></details></article>'

  it('are gone to by their links, and the address follows', async () => {
    const { user, query } = show({ view: view(key, { html }) })
    await user.click(await screen.findByRole('link', { name: 'Step 2' }))
    expect(query().get('at')).toBe('s1d-q')
    expect(screen.getByText('Lower it.')).toHaveFocus()
    expect(screen.getByText('Lower it.').closest('details')).toHaveAttribute('open')
    expect(scrollIntoView).toHaveBeenCalledOnce()
  })

  it('are shown when the address names them', async () => {
    show({ view: view(key, { html }) }, '&at=s1d-q')
    await waitFor(() => expect(screen.getByText('Lower it.')).toHaveFocus())
  })

  it('keep the keyboard when news of the library draw the module again', async () => {
    show({ view: view(key, { html }) }, '&at=s1d-q')
    const link = await screen.findByRole('link', { name: 'Step 2' })
    link.focus()
    server.use(...readerAnswers(key, { view: view(key, { html: html.replace('See', 'Read') }) }).handlers)
    await act(() => queryClient.invalidateQueries())
    await waitFor(() => expect(screen.getByText(/^Read/)).toHaveFocus())
    expect(scrollIntoView).toHaveBeenCalledOnce()
  })

  it('are gone to again when the module comes anew', async () => {
    const { go } = show({ view: view(key, { html }) }, '&at=s1d-q')
    await waitFor(() => expect(screen.getByText('Lower it.')).toHaveFocus())
    await go(`/library/H160/MEL?lane=oem&dm=${key}&at=s1d-q`)
    await waitFor(() => expect(screen.getByText('Lower it.')).toHaveFocus())
    expect(scrollIntoView.mock.contexts.at(-1)).toBe(screen.getByText('Lower it.'))
  })

  it('of a link that was made in another version are looked up in the one that is shown', async () => {
    const looked: string[] = []
    server.use(
      http.get(at(`/view/place/default${path}`), ({ request }) => {
        looked.push(new URL(request.url).search)
        return HttpResponse.json({ anchor: 's1d-q', state: 'changed', quote: 'Lower it slowly.' })
      }),
    )
    show({ view: view(key, { html }) }, '&at=s1d-p&from=12')
    await waitFor(() => expect(screen.getByText('Lower it.')).toHaveFocus())
    expect(looked).toEqual([`?from=12&to=${view(key).file.versionId}&anchor=s1d-p`])
    expect(screen.getByText('This paragraph has changed since the link or bookmark was made')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Compare both versions' })).toHaveAttribute(
      'href',
      expect.stringContaining('v=12'),
    )
  })

  it('that are not in the version that is shown are said to be gone, and none is shown instead', async () => {
    server.use(
      http.get(at(`/view/place/default${path}`), () =>
        HttpResponse.json({ state: 'gone', quote: 'Lower it slowly.' }),
      ),
    )
    show({ view: view(key, { html }) }, '&at=s1d-p&from=12')
    expect(await screen.findByText('The linked paragraph is not in this version')).toBeVisible()
    expect(screen.getByText('It began with: Lower it slowly.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Open the earlier version' })).toHaveAttribute(
      'href',
      expect.stringContaining('v=12&at=s1d-p'),
    )
    expect(scrollIntoView).not.toHaveBeenCalled()
  })

  it('are listed in the outline', async () => {
    const outline = [
      { id: 's1d-a', number: '1', title: 'General', level: 1 },
      { id: 's1d-q', number: '2', title: 'Lowering', level: 1 },
    ]
    const { user, query } = show({ view: view(key, { html, outline }) })
    const contents = within(await screen.findByRole('navigation', { name: 'On this page' }))
    await user.click(contents.getByRole('link', { name: '2 Lowering' }))
    expect(query().get('at')).toBe('s1d-q')
  })

  it('can be passed on: J chooses a paragraph, C copies its link', async () => {
    const { user } = show({ view: view(key, { html }) }, '&lane=oem')
    await screen.findByText('Lower it.')
    screen.getByRole('group', { name: 'Module text' }).focus()
    await user.keyboard('jjc')
    expect(await navigator.clipboard.readText()).toMatch(
      new RegExp(`#/library/H160/MEL\\?lane=oem&dm=${key}&at=s1d-p&from=${view(key).file.versionId}$`),
    )
  })

  it('stay chosen when the module is drawn again, and are forgotten when they are not in it any more', async () => {
    const drawAgain = async (drawn: string) => {
      server.use(...readerAnswers(key, { view: view(key, { html: drawn }) }).handlers)
      await act(() => queryClient.invalidateQueries())
    }
    const { user } = show({ view: view(key, { html }) })
    await screen.findByText('Lower it.')
    const text = screen.getByRole('group', { name: 'Module text' })
    text.focus()
    await user.keyboard('jj')
    await drawAgain(html.replace('See', 'Read'))
    await waitFor(() => expect(within(text).getByRole('status')).toHaveTextContent('Read Step 2.'))
    const chosen = [...text.querySelectorAll('[data-chosen]')].map(({ textContent }) => textContent)
    expect(chosen).toEqual(['Read Step 2.'])
    await drawAgain(html.replaceAll('s1d-p', 's1d-r'))
    await waitFor(() => expect(within(text).getByRole('status')).toBeEmptyDOMElement())
    expect(screen.queryByRole('button', { name: 'Copy link to this paragraph' })).toBeNull()
  })

  it('show which of them the keys act on, by eye and by ear', async () => {
    const { user } = show({ view: view(key, { html }) })
    await screen.findByText('Lower it.')
    const text = screen.getByRole('group', { name: 'Module text' })
    text.focus()
    await user.keyboard('jj')
    const chosen = () => [...text.querySelectorAll('[data-chosen]')].map(({ id }) => id)
    expect(chosen()).toEqual(['s1d-p'])
    expect(within(text).getByRole('status')).toHaveTextContent('See Step 2.')
    await user.keyboard('k')
    expect(chosen()).toEqual(['s1d-a'])
    await user.hover(screen.getByText('Lower it.'))
    expect(chosen()).toEqual([])
    expect(within(text).getByRole('status')).toBeEmptyDOMElement()
  })
})

describe('a bookmark of a paragraph', () => {
  it('is at its paragraph as it stands in the version that is read', async () => {
    const { handlers, asked } = readerAnswers(key)
    const kept = bookmark('b1', path, { anchor: 's1d-old', version: '12', currentAnchor: 's1d-p' })
    const html =
      '<article class="s1d-module"><p id="s1d-old">Other.</p><p id="s1d-p">The hoist.</p></article>'
    server.use(
      http.post(at('/users/getBookmarksWithPage'), () =>
        HttpResponse.json({ items: [kept], total: 1, pageNumber: 1, pageSize: 100 }),
      ),
      http.get(at(`/view/default${path}`), () => HttpResponse.json(view(key, { html }))),
      ...handlers,
    )
    const { user } = renderRoute(<Reader />, ['*'], ada, '/')
    await screen.findByText('The hoist.')
    screen.getByRole('group', { name: 'Module text' }).focus()
    await user.keyboard('j')
    expect(await screen.findByRole('button', { name: 'Bookmark this paragraph' })).toBeVisible()
    await user.keyboard('j')
    expect(await screen.findByRole('button', { name: 'Remove bookmark' })).toBeVisible()
    await user.keyboard('b')
    const version = view(key).file.versionId
    await waitFor(() =>
      expect(asked.bookmarks).toEqual([{ path, anchor: 's1d-p', version, name: 'The hoist.' }]),
    )
  })

  it('is made once, though somebody is quick', async () => {
    const { user } = show()
    await screen.findByText('The hoist.')
    let sent = 0
    server.use(
      http.post(at('/users/bookmark'), () => {
        sent += 1
        return new Promise(() => undefined)
      }),
    )
    screen.getByRole('group', { name: 'Module text' }).focus()
    await user.keyboard('jb')
    await waitFor(() => expect(sent).toBe(1))
    await user.keyboard('bb')
    expect(sent).toBe(1)
  })
})

const annotation: Annotation = {
  id: 'app-1',
  truth: 'no',
  text: 'NV240-2',
  reason: 'model is NV240-2',
  pieces: 1,
  decidedBy: [
    { ident: 'EK32', type: 'condition', name: 'EK 32-01', value: 'NOT_INSTALLED' },
    { ident: 'SB1', type: 'condition', name: 'SB 1' },
  ],
}
const choices: Choices = {
  properties: [
    { ident: 'SB1', type: 'condition', name: 'SB 26-003', values: ['PRE', 'POST'] },
    { ident: 'serialNumber', type: 'prodattr', name: 'Serial number', values: [] },
  ],
  products: [],
  aircraft: [
    { registration: 'QZ-HAA', serialNumber: '1004', model: 'NV240-1', operator: 'AZB', assigns: [] },
  ],
}
const partly: View = view(key, {
  html: '<article class="s1d-module"><p class="s1d-hidden s1d-gen" data-applic="no" data-applic-id="app-1">Not shown: NV240-2</p></article>',
  applicability: { annotations: [annotation], hidden: 1, unknown: 2, chosen: [], known: true },
})

/** A person with a choice of their own. */
function reading(effectivity: Partial<Me['user']['preferences']['effectivity']>): Me {
  const { preferences } = ada.user
  const own = { ...preferences.effectivity, ...effectivity }
  return { ...ada, user: { ...ada.user, preferences: { ...preferences, effectivity: own } } }
}

/** Saves the choice with the account. */
function savingHandlers(saved: unknown[]) {
  const body = z.object({
    preferences: z.object({ effectivity: z.looseObject({ set: z.array(z.string()) }) }),
  })
  return [
    http.post(at('/user-manage/updateUserSelf'), async ({ request }) => {
      const { effectivity } = body.parse(await request.json()).preferences
      saved.push(effectivity)
      const preferences = { ...ada.user.preferences, effectivity }
      return HttpResponse.json({ ...ada.user, preferences })
    }),
  ]
}

describe('applicability', () => {
  it('is chosen for all manuals, saved with the account and sent to the server', async () => {
    const saved: unknown[] = []
    server.use(...savingHandlers(saved))
    const { user, query, asked } = show({ choices })
    await user.click(await screen.findByRole('button', { name: 'Effectivity: All aircraft' }))
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Aircraft' }), 'QZ-HAA')
    await user.selectOptions(screen.getByRole('combobox', { name: 'SB 26-003' }), 'POST')
    await user.type(screen.getByRole('textbox', { name: 'Serial number' }), '1004')
    await user.click(screen.getByRole('button', { name: 'Apply' }))
    const set = ['condition:SB1=POST', 'prodattr:serialNumber=1004']
    await waitFor(() =>
      expect(asked.views.at(-1)).toEqual([['aircraft', 'QZ-HAA'], ...set.map((each) => ['set', each])]),
    )
    expect([...query()]).toEqual([['dm', key]])
    expect(await screen.findByText(/^QZ-HAA, SB 26-003 POST/)).toBeVisible()
    expect(saved).toEqual([{ aircraft: 'QZ-HAA', set, database: 'H160', outside: 'hide' }])
  })

  it('stays the last one while an earlier one is being saved', async () => {
    const saved: unknown[] = []
    const gate: { open?: () => void } = {}
    const opened = new Promise<void>((resolve) => {
      gate.open = resolve
    })
    server.use(...savingHandlers(saved))
    // Without an answer of its own: the other handler answers once the gate is open.
    server.use(http.post(at('/user-manage/updateUserSelf'), () => opened))
    const { user } = show({ choices })
    await user.click(await screen.findByRole('button', { name: 'Effectivity: All aircraft' }))
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Aircraft' }), 'QZ-HAA')
    await user.click(screen.getByRole('button', { name: 'Apply' }))
    await user.click(await screen.findByRole('button', { name: 'Effectivity: QZ-HAA' }))
    await user.click(await screen.findByRole('button', { name: 'All aircraft' }))
    gate.open?.()
    await waitFor(() => expect(saved).toHaveLength(2))
    expect(saved).toMatchObject([{ aircraft: 'QZ-HAA' }, { set: [] }])
    expect(await screen.findByRole('button', { name: 'Effectivity: All aircraft' })).toBeVisible()
  })

  it('of the account is used by an address that says nothing', async () => {
    const { asked } = show({ choices }, '', reading({ aircraft: 'QZ-HAA', outside: 'grey' }))
    await waitFor(() =>
      expect(asked.views.at(-1)).toEqual([
        ['aircraft', 'QZ-HAA'],
        ['outside', 'grey'],
      ]),
    )
  })

  it('gives way to the aircraft of a shared link', async () => {
    const { asked } = show({ choices }, '&aircraft=QZ-HAA', reading({ aircraft: 'QZ-HAB' }))
    expect(await screen.findByRole('button', { name: 'Effectivity: QZ-HAA' })).toBeVisible()
    await waitFor(() => expect(asked.views.at(-1)).toEqual([['aircraft', 'QZ-HAA']]))
  })

  it('leaves single conditions in the database that declares them', async () => {
    const set = ['prodattr:serialNumber=1004']
    const { asked } = show({ choices }, '', reading({ aircraft: 'QZ-HAA', set, database: 'BIKE' }))
    await waitFor(() => expect(asked.views.at(-1)).toEqual([['aircraft', 'QZ-HAA']]))
  })

  it('that the manual does not know is told, and stays the choice', async () => {
    const saved: unknown[] = []
    server.use(...savingHandlers(saved))
    const unknown = view(key, {
      applicability: { annotations: [annotation], hidden: 0, unknown: 1, chosen: [], known: false },
    })
    const { user } = show({ choices, view: unknown }, '', reading({ aircraft: 'HB-ZQA' }))
    expect(await screen.findByText(/does not know the selected aircraft/)).toBeVisible()
    await user.click(await screen.findByRole('button', { name: 'Effectivity: HB-ZQA · not in this manual' }))
    expect(screen.getByRole('combobox', { name: 'Aircraft' })).toHaveDisplayValue(
      'HB-ZQA · not in this manual',
    )
    await user.click(screen.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(saved).toEqual([{ aircraft: 'HB-ZQA', set: [], outside: 'hide' }]))
  })

  it('that the server does not know any more locks nobody out', async () => {
    const { handlers } = readerAnswers(key, { choices })
    server.use(...handlers, ...savingHandlers([]))
    server.use(
      http.get(at(`/view/default${path}`), ({ request }) => {
        const isOld = new URL(request.url).searchParams.get('aircraft') === 'QZ-OLD'
        const errors = [{ field: 'aircraft', code: 'unknown_value', message: 'Unknown' }]
        return isOld ? problem(400, 'request.invalid', 'Invalid', errors) : HttpResponse.json(view(key))
      }),
    )
    const { user } = renderRoute(
      <Reader />,
      ['/library/:folderPath/:manualPath'],
      reading({ aircraft: 'QZ-OLD' }),
      `/library/H160/MEL?dm=${key}`,
    )
    const told = 'The selected aircraft or product no longer exists'
    expect(await screen.findByRole('heading', { name: told })).toBeVisible()
    await user.click(screen.getByRole('button', { name: /^Effectivity: QZ-OLD/ }))
    await user.click(await screen.findByRole('button', { name: 'All aircraft' }))
    expect(await screen.findByText('The hoist.')).toBeVisible()
  })

  it('that is not known here is left by one click', async () => {
    const { handlers } = readerAnswers(key, { choices })
    server.use(...handlers)
    server.use(
      http.get(at(`/view/default${path}`), ({ request }) => {
        const isTold = new URL(request.url).searchParams.has('product')
        const errors = [{ field: 'product', code: 'unknown_value', message: 'Unknown' }]
        return isTold ? problem(400, 'request.invalid', 'Invalid', errors) : HttpResponse.json(view(key))
      }),
    )
    const { user } = renderRoute(
      <Reader />,
      ['/library/:folderPath/:manualPath'],
      ada,
      `/library/H160/MEL?dm=${key}&product=prd-OLD`,
    )
    await user.click(await screen.findByRole('button', { name: 'Show for all aircraft' }))
    expect(await screen.findByText('The hoist.')).toBeVisible()
  })

  it('says what is hidden and what is uncertain, and why', async () => {
    const { user } = show({ choices, view: partly }, '&aircraft=QZ-HAA')
    expect(await screen.findByText('1 item hidden (not applicable).')).toBeVisible()
    expect(screen.getByText(/2 items shown with unknown applicability/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Not shown: NV240-2' }))
    const why = within(screen.getByRole('dialog', { name: /Why/ }))
    expect(why.getByText('model is NV240-2')).toBeVisible()
    expect(why.getByText('EK 32-01 = not installed · SB 1 = Unknown')).toBeVisible()
    expect(why.getByText('Does not apply')).toBeVisible()
  })
})

describe('a module that is for other aircraft', () => {
  const whole = (truth: Annotation['truth']): View =>
    view(key, {
      outline: [
        { id: 's1d-a', number: '1', title: 'General', level: 1 },
        { id: 's1d-q', number: '2', title: 'Lowering', level: 1 },
      ],
      applicability: {
        module: { ...annotation, truth, pieces: 0 },
        annotations: [annotation],
        hidden: 1,
        unknown: 0,
        known: true,
        chosen: [
          { applicPropertyIdent: 'model', applicPropertyType: 'prodattr', name: 'Model', value: 'NV240-1' },
        ],
      },
    })
  const told = 'This module does not apply to the selected aircraft'

  it('is not shown; what stands in its place says why and shows it, greyed, when asked', async () => {
    const answers = { view: withheld(whole('no')), greyed: whole('no') }
    const { user, asked, query } = show({ choices, ...answers }, '&aircraft=QZ-HAA')
    const panel = within(
      (await screen.findByRole('heading', { name: told })).closest('[role=status]') ?? document.body,
    )
    expect(panel.getByText('model is NV240-2')).toBeVisible()
    expect(panel.getByText('Model: NV240-1')).toBeVisible()
    expect(screen.queryByText('The hoist.')).toBeNull()
    expect(screen.queryByRole('navigation', { name: 'On this page' })).toBeNull()
    expect(screen.queryByText(/item hidden/)).toBeNull()

    await user.click(panel.getByRole('button', { name: 'Show anyway (greyed out)' }))
    const text = await screen.findByText('The hoist.')
    expect(text.closest('[data-outside=greyed]')).not.toBeNull()
    expect(asked.views.at(-1)).toContainEqual(['outside', 'grey'])
    expect(query().get('outside')).toBeNull()
    expect(screen.getByText(told).closest('.rd-top')).toHaveTextContent('Applies to: NV240-2')
    expect(screen.getByText(told).closest('[role=status]')).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Hide again' }))
    const again = await screen.findByRole('heading', { name: told })
    expect(again).toBeVisible()
    expect(again.closest('[role=status]')).toHaveFocus()
    expect(screen.queryByText('The hoist.')).toBeNull()
  })

  it('is greyed under a lasting notice where people want it so', async () => {
    show({ choices, view: whole('no') }, '&aircraft=QZ-HAA&outside=grey')
    expect((await screen.findByText('The hoist.')).closest('[data-outside=greyed]')).not.toBeNull()
    expect(screen.getByText(told).closest('.rd-top')).not.toBeNull()
    expect(document.body).toHaveFocus()
    expect(screen.queryByRole('button', { name: 'Hide again' })).toBeNull()
    expect(screen.getByText('1 item greyed out (not applicable).')).toBeVisible()
  })

  it('is not shown in the language beside it either', async () => {
    const other = key.replace('en-US', 'zh-CN')
    server.use(
      http.get(at(`/view/default/H160/MEL/${other}.XML`), () =>
        HttpResponse.json({ ...withheld(whole('no')) }),
      ),
    )
    const { handlers } = readerAnswers(key, { choices, view: withheld(whole('no')) })
    server.use(...handlers)
    renderRoute(
      <Reader beside={other} />,
      ['/library/:folderPath/:manualPath'],
      ada,
      `/library/H160/MEL?dm=${key}&aircraft=QZ-HAA`,
    )
    await waitFor(() => expect(screen.getAllByRole('heading', { name: told })).toHaveLength(2))
    expect(screen.queryByText('The hoist.')).toBeNull()
    expect(screen.getAllByRole('button', { name: 'Show anyway (greyed out)' })).toHaveLength(1)
  })

  const fleet = { ...library.profile(mel, 'ALP'), scope: 'fleet' } as const

  it('is told in a profile too when it is shown anyway, and can be hidden again', async () => {
    server.use(http.get(at('/csdb/profile'), () => HttpResponse.json([fleet])))
    const answers = { view: withheld(whole('no')), greyed: whole('no') }
    const { user, asked } = show({ choices, ...answers }, `&profile=${fleet.id}`)
    await user.click(await screen.findByRole('button', { name: 'Show anyway (greyed out)' }))
    expect((await screen.findByText('The hoist.')).closest('[data-outside=greyed]')).not.toBeNull()
    expect(asked.views.at(-1)).toContainEqual(['profileId', fleet.id])
    await user.click(screen.getByRole('button', { name: 'Hide again' }))
    expect(await screen.findByRole('heading', { name: told })).toBeVisible()
  })

  it('is read in the same profile in the language beside it', async () => {
    const other = key.replace('en-US', 'zh-CN')
    const beside: string[] = []
    server.use(
      http.get(at('/csdb/profile'), () => HttpResponse.json([fleet])),
      http.get(at(`/view/default/H160/MEL/${other}.XML`), ({ request }) => {
        beside.push(new URL(request.url).searchParams.get('profileId') ?? '')
        return HttpResponse.json({ ...withheld(whole('no')) })
      }),
    )
    const { handlers } = readerAnswers(key, { choices, view: withheld(whole('no')) })
    server.use(...handlers)
    renderRoute(
      <Reader beside={other} />,
      ['/library/:folderPath/:manualPath'],
      ada,
      `/library/H160/MEL?dm=${key}&profile=${fleet.id}`,
    )
    await waitFor(() => expect(screen.getAllByRole('heading', { name: told })).toHaveLength(2))
    expect(new Set(beside)).toEqual(new Set([fleet.id]))
  })

  it('says that everything is shown when no aircraft of the profile is known', async () => {
    server.use(http.get(at('/csdb/profile'), () => HttpResponse.json([fleet])))
    const { applicability, ...rest } = whole('unknown')
    const unknown = { ...rest, applicability: { ...applicability, known: false } }
    show({ choices, view: unknown }, `&profile=${fleet.id}`)
    expect(await screen.findByText('The hoist.')).toBeVisible()
    expect(screen.getByText(/^Profile ALP: .* Everything is shown\.$/)).toBeVisible()
    expect(screen.queryByText(/content for other aircraft is hidden/)).toBeNull()
  })

  it('is limited to its profile also when nothing else of the profile can be loaded', async () => {
    server.use(http.get(at('/csdb/profile'), () => problem(403, 'forbidden', 'Forbidden')))
    const { asked } = show({ choices, view: withheld(whole('no')) }, `&profile=${fleet.id}`)
    expect(await screen.findByRole('heading', { name: told })).toBeVisible()
    expect(asked.views.at(-1)).toContainEqual(['profileId', fleet.id])
  })

  it('is shown whole, and says so, when the profile of the address is not one of the manual', async () => {
    server.use(http.get(at('/csdb/profile'), () => HttpResponse.json([fleet])))
    const { asked } = show({ choices, view: whole('no') }, '&profile=profile-of-another')
    expect(await screen.findByText(/does not exist any more, or belongs to another manual/)).toBeVisible()
    expect(asked.views.flat(2)).not.toContain('profileId')
  })

  it('is shown with a warning while that is not known', async () => {
    show({ choices, view: whole('unknown') }, '&aircraft=QZ-HAA')
    expect((await screen.findByText('The hoist.')).closest('[data-outside]')).toBeNull()
    expect(screen.getByText(/The applicability of this module is unknown/)).toBeVisible()
  })

  it('is read as usual as long as nobody chose an aircraft', async () => {
    show({ choices, view: whole('no') })
    expect(await screen.findByText('The hoist.')).toBeVisible()
    expect(screen.queryByText(told)).toBeNull()
  })
})

describe('pictures', () => {
  const html =
    '<article class="s1d-module"><figure id="s1d-f"><div class="s1d-graphic" data-figure="0" data-state="pending"></div></figure>' +
    '<p id="s1d-p">The <a class="s1d-ref" data-kind="internal" data-target="s1d-hot" href="#s1d-hot">hook</a></p></article>'
  const figure: ViewFigure = {
    number: '1',
    title: 'Hoist',
    icn: 'ICN-1',
    state: 'found',
    media: 'cgm',
    path: '/H160/MULTIMEDIA/ICN-1.CGM',
    versionId: '9',
    mediaType: 'image/svg+xml',
    hotspots: [{ id: 's1d-hot', object: 'hot001', name: '1', title: 'Hook', targets: [] }],
  }

  it('that are missing are a box that says so', async () => {
    show({ view: view(key, { html, figures: [{ ...figure, state: 'missing', path: undefined }] }) })
    expect(await screen.findByText('The image is not in the library.')).toBeVisible()
    expect(screen.getByText('ICN-1')).toBeVisible()
  })

  it('have areas that lead to the text, and the text to them', async () => {
    const asked: string[] = []
    server.use(
      http.get(at('/bytes/default/H160/MULTIMEDIA/ICN-1.CGM'), ({ request }) => {
        asked.push(new URL(request.url).search)
        return HttpResponse.text(
          '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="x()"><script/><g data-aps-id="hot001"><path class="cgm-region" d="M0 0"/></g></svg>',
        )
      }),
    )
    const { user, query } = show({ view: view(key, { html, figures: [figure] }) })
    const drawing = await screen.findByRole('group', { name: 'Hoist, ICN-1' })
    await waitFor(() => expect(drawing.shadowRoot?.querySelector('svg')).not.toBeNull())
    const svg = drawing.shadowRoot?.querySelector('svg')
    expect(svg?.outerHTML).not.toMatch(/script|onload/)
    expect(asked[0]).toMatch(/token=media-token&ts=\d+&version=9&as=view/)
    const area = svg?.querySelector('[data-aps-id]')
    area?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    await waitFor(() => expect(query().get('at')).toBe('s1d-p'))
    await user.hover(screen.getByRole('link', { name: 'hook' }))
    expect(area?.hasAttribute('data-shown')).toBe(true)
  })
})
