import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Manual } from '@/api/types'
import { currentOverlay } from '@/lib/overlay'
import { connectApp } from '@/testing/connectApp'
import * as library from '@/testing/library'
import { ada } from '@/testing/people'
import { readerAnswers } from '@/testing/reader'
import { renderRoute } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { ManualPage } from './ManualPage'

connectApp()
const server = startServer()
const mel = library.manual('H160', 'MEL')
const key = 'DMC-H160-A-25-00-00-00A-040A-A_en-US'
const hoist = library.file(key, { properties: { originator: ['F0210'], partner: [] } })
const newer: Manual = {
  ...mel,
  newerRevisionWaits: true,
  waitingRevisions: 1,
  lanes: { working: library.revision(1), oem: library.revision(2) },
}
const pageOf = <Item,>(items: Item[]) => ({ items, total: items.length, pageNumber: 1, pageSize: 10 })

/** Answers every call of the page and remembers what each was asked. */
function holding(manual: Manual = mel, { generating = false } = {}) {
  const asked: Record<string, unknown[]> = { toc: [], modules: [], unreferenced: [], file: [] }
  const noting =
    (name: string, body: () => Parameters<typeof HttpResponse.json>[0]) =>
    async ({ request }: { request: Request }) => {
      const query = Object.fromEntries(new URL(request.url).searchParams)
      asked[name]?.push(request.method === 'POST' ? await request.json() : query)
      return HttpResponse.json(body())
    }
  const section = library.tocNode('1', 'Equipment', { tocPrefix: '25', childCount: 3 })
  const entry = library.tocNode('2', 'Hoist', {
    type: 'html',
    leaf: true,
    childCount: 0,
    code: hoist.code,
    sourceFiles: [hoist.path],
  })
  const lost = library.tocNode('3', 'Winch', { type: 'html', leaf: true, childCount: 0, dangling: true })
  server.use(
    http.get(at('/csdb/manual'), () => HttpResponse.json([manual])),
    http.get(at('/csdb/profile'), () => HttpResponse.json([library.profile(manual)])),
    http.get(at('/sns/systemsOfManual'), () =>
      HttpResponse.json([
        { code: '25', title: 'Equipment', modules: 3 },
        { code: 'DA0', modules: 1 },
      ]),
    ),
    http.get(at('/csdb/dmType'), () => HttpResponse.json([{ code: 'descript', name: 'Description' }])),
    http.get(at('/revisions'), () =>
      HttpResponse.json([library.oemRevision(2, 'waiting'), library.oemRevision(1, 'confirmed')]),
    ),
    http.get(at('/toc/getTopToc'), () =>
      HttpResponse.json({ generating, lane: 'working', newerRevisionWaits: false, nodes: [] }),
    ),
    http.get(at('/toc/getTocNode'), () => HttpResponse.json(section)),
    http.post(
      at('/toc/getLeafNodeWithPage'),
      noting('toc', () => pageOf([section, entry, lost])),
    ),
    http.get(
      at('/dm/getAllDmListWithPage'),
      noting('modules', () => pageOf([hoist])),
    ),
    http.get(
      at('/dm/getUnRefDmListWithPage'),
      noting('unreferenced', () => pageOf([])),
    ),
    http.get(
      at(`/files/default/H160/MEL/${key}.XML`),
      noting('file', () => hoist),
    ),
    http.get(at(`/files/getVersions/default/H160/MEL/${key}.XML`), () =>
      HttpResponse.json([
        library.version(key),
        library.version(key, { versionId: '70', issueNumber: '000', inWork: '05', status: 'Draft' }),
      ]),
    ),
    http.get(at(`/files/referenced/default/H160/MEL/${key}.XML`), () =>
      HttpResponse.json({
        references: [
          {
            kind: 'dm',
            key: 'DMC-H160-A-25-10',
            title: 'Winch',
            path: '/H160/MEL/DMC-H160-A-25-10_en-US.XML',
            resolved: true,
            external: false,
            line: 14,
          },
          { kind: 'icn', key: 'ICN-LOST', resolved: false, external: false, line: 20 },
        ],
        referencedBy: [
          { path: '/H160/MEL/PMC-H160_en-US.XML', code: 'PMC-H160', title: 'MEL', kind: 'pm', waits: false },
        ],
        referencedByTotal: 1,
      }),
    ),
    ...readerAnswers(key).handlers,
  )
  return asked
}

const show = (query = '') =>
  renderRoute(<ManualPage />, ['/library/:folderPath/:manualPath'], ada, `/library/H160/MEL${query}`)

describe('/library/{folderPath}/{manualPath}', () => {
  it('opens the manual at its first module', async () => {
    holding()
    show()
    expect(await screen.findByText('The hoist.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Hoist' })).toHaveAttribute(
      'href',
      `#/library/H160/MEL?dm=${key}`,
    )
  })
})

it('opens a manual of several languages in the one of the screen', async () => {
  holding()
  const leaf = { type: 'html', leaf: true, childCount: 0 } as const
  const nodes = [
    library.tocNode('1', '绞车', {
      ...leaf,
      language: 'zh-CN',
      sourceFiles: ['/H160/MEL/DMC-H160_zh-CN.XML'],
    }),
    library.tocNode('2', 'Hoist', { ...leaf, language: 'en-US', sourceFiles: [hoist.path] }),
  ]
  server.use(
    http.post(at('/toc/getLeafNodeWithPage'), async ({ request }) => {
      const { language } = JSON.parse(await request.text())
      return HttpResponse.json(pageOf(library.tocInLanguage(nodes, language)))
    }),
  )
  show()
  expect(await screen.findByText('The hoist.')).toBeVisible()
})

describe('the contents of a manual', () => {
  it('lead into sections and to modules, and say which module is missing', async () => {
    holding()
    show('?tab=contents')
    const row = await screen.findByRole('row', { name: /25 Equipment 3/ })
    expect(within(row).getByRole('link')).toHaveAttribute(
      'href',
      '#/library/H160/MEL?profile=profile-All&node=1',
    )
    expect(screen.getByRole('link', { name: 'Hoist' })).toHaveAttribute(
      'href',
      expect.stringContaining(`dm=${key}`),
    )
    const lost = screen.getByRole('row', { name: /Winch Module missing/ })
    expect(within(lost).queryByRole('link')).not.toBeInTheDocument()
  })

  it('mark what is not for the chosen aircraft', async () => {
    const { toc } = holding()
    server.use(
      http.post(at('/toc/getLeafNodeWithPage'), async ({ request }) => {
        toc?.push(await request.json())
        const items = [
          library.tocNode('2', 'Hoist', { leaf: true, sourceFiles: [hoist.path], applies: 'no' }),
          library.tocNode('3', 'Winches', { applies: 'no', appliesTo: 'model H160-B' }),
        ]
        return HttpResponse.json({ items, total: 2, pageNumber: 1, pageSize: 10 })
      }),
    )
    show('?tab=contents&aircraft=QZ-HAA&outside=grey')
    expect(
      await screen.findByRole('row', { name: /Hoist Not applicable to the selected aircraft/ }),
    ).toBeVisible()
    const only = /Winches Not applicable to the selected aircraft Only for model H160-B/
    expect(screen.getByRole('row', { name: only })).toBeVisible()
    expect(toc?.at(-1)).toMatchObject({ aircraft: 'QZ-HAA' })
    expect(toc?.at(-1)).not.toHaveProperty('outside')
  })

  it('say for which aircraft they are marked, and lead to the choice', async () => {
    const { toc } = holding()
    const { user } = show('?tab=contents&aircraft=QZ-HAA')
    await user.click(await screen.findByRole('button', { name: /^Effectivity: QZ-HAA/ }))
    expect(currentOverlay()).toEqual({ kind: 'aircraft' })
    await waitFor(() => expect(toc?.at(-1)).toMatchObject({ aircraft: 'QZ-HAA' }))
  })

  it('say nothing of aircraft where there is none to choose', async () => {
    holding()
    show('?tab=contents')
    expect(await screen.findByRole('row', { name: /Hoist/ })).toBeVisible()
    expect(screen.queryByRole('button', { name: /Effectivity/ })).toBeNull()
  })

  it('show one section, with the way up', async () => {
    const asked = holding()
    const trail = [
      library.tocNode('9', '20 Systems', { tocPrefix: '20' }),
      library.tocNode('1', 'Equipment', { tocPrefix: '25' }),
      library.tocNode('2', 'Hoist'),
    ]
    server.use(http.get(at('/toc/getNeighbours'), () => HttpResponse.json({ trail, position: 1, total: 9 })))
    show('?profile=profile-All&node=1')
    expect(await screen.findByRole('heading', { name: '25 Equipment' })).toBeVisible()
    expect(asked.toc?.[0]).toMatchObject({ profileId: 'profile-All', nodeId: '1', includeLeaf: true })
    expect(screen.getByRole('link', { name: 'All contents' })).toHaveAttribute(
      'href',
      '#/library/H160/MEL?tab=contents&profile=profile-All',
    )
    const above = '#/library/H160/MEL?profile=profile-All&node=9'
    // The number stands in the title as well, and is said once.
    expect(await screen.findByRole('link', { name: '20 Systems' })).toHaveAttribute('href', above)
    expect(screen.getByRole('link', { name: 'One level up' })).toHaveAttribute('href', above)
  })

  it('are searched in all sections, wherever one is', async () => {
    const asked = holding()
    show('?profile=profile-All&node=1&filter=hoi')
    expect(await screen.findByRole('link', { name: 'Hoist' })).toBeVisible()
    expect(asked.toc?.[0]).toMatchObject({ profileId: 'profile-All', keyword: 'hoi', anywhere: true })
    expect(asked.toc?.[0]).not.toHaveProperty('nodeId')
  })

  it('ask to import a package while there is none', async () => {
    holding({ ...mel, lanes: {}, moduleCount: 0 })
    show('?tab=contents')
    expect(
      await screen.findByRole('heading', { name: 'Manual unavailable. Please import an OEM package.' }),
    ).toBeVisible()
    expect(screen.getByRole('link', { name: 'Import a package' })).toBeVisible()
  })
})

describe('a manual whose first package is being imported', () => {
  it('asks to try later instead of asking for a package', async () => {
    holding({ ...mel, lanes: {}, moduleCount: 0 }, { generating: true })
    show('?tab=contents')
    expect(await screen.findByRole('heading', { name: 'Toc is generating, please try later' })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Import a package' })).not.toBeInTheDocument()
  })
})

describe('which lane is read', () => {
  it('is always said, and that a newer revision waits', async () => {
    holding(newer)
    show()
    const version = await screen.findByRole('button', { name: 'Version: Working R1' })
    expect(version.parentElement).toHaveAttribute('title', 'OEM revision 2 is pending a decision.')
    expect(screen.getByText('OEM revision 2 received: pending decision')).toBeVisible()
    expect(screen.getByText(/The working version is unchanged/)).toBeVisible()
    expect(screen.getByRole('link', { name: /^OEM revision 2 received/ })).toHaveAttribute(
      'href',
      '#/revisions/200',
    )
  })

  it('says how many wait, and leads to all of them', async () => {
    holding({ ...newer, waitingRevisions: 3 })
    show()
    expect(
      await screen.findByText('3 OEM revisions received: pending decision; the newest is revision 2'),
    ).toBeVisible()
    expect(screen.getByRole('link', { name: 'View all pending revisions' })).toHaveAttribute(
      'href',
      '#/revisions',
    )
  })

  it('says nothing of a newer revision after the first import', async () => {
    holding()
    show()
    const version = await screen.findByRole('button', { name: 'Version: Working R1' })
    expect(version.parentElement).toHaveAttribute('title', expect.stringMatching(/^Revision 1 · issue 001/))
    expect(screen.queryByText(/pending decision/)).toBeNull()
  })

  it('can be changed, and every list follows', async () => {
    const asked = holding(newer)
    const { user, query } = show('?tab=modules')
    await user.click(await screen.findByRole('button', { name: 'View revision 2' }))
    expect(query().get('lane')).toBe('oem')
    await waitFor(() => expect(asked.modules?.at(-1)).toMatchObject({ lane: 'oem', manualPath: '/H160/MEL' }))
    expect(screen.getByText(/You are viewing this revision/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Back to the working version' }))
    expect(query().get('lane')).toBeNull()
    await user.click(screen.getByRole('button', { name: /^Version: / }))
    await user.click(await screen.findByRole('menuitemradio', { name: /Revision 1/ }))
    await waitFor(() => expect(asked.modules?.at(-1)).toMatchObject({ revision: '100' }))
    expect(query().get('lane')).toBeNull()
  })
})

describe('the modules of a manual', () => {
  it('are asked for as the address says, and lead to their details', async () => {
    const asked = holding()
    const { user, query } = show('?tab=modules&filter=hoist&sort=title&order=desc')
    expect(
      await screen.findByRole('row', {
        name: /Hoist - Description DMC-H160-A-25-00-00-00A-040A-A Description 001-00.*Released/,
      }),
    ).toBeVisible()
    expect(asked.modules).toEqual([
      {
        manualPath: '/H160/MEL',
        keywordFilter: 'hoist',
        sort: 'title',
        order: 'desc',
        pageNumber: '1',
        pageSize: '10',
      },
    ])
    expect(screen.getByRole('link', { name: 'Hoist - Description' })).toHaveAttribute(
      'href',
      `#/library/H160/MEL?dm=${key}`,
    )
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Draft')
    await waitFor(() => expect(asked.modules?.at(-1)).toMatchObject({ statusFilter: 'Draft' }))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Content type' }), 'Description')
    await waitFor(() => expect(asked.modules?.at(-1)).toMatchObject({ contentType: 'descript' }))
    await user.selectOptions(screen.getByRole('combobox', { name: 'System (SNS)' }), '25 Equipment (3)')
    await waitFor(() => expect(asked.modules?.at(-1)).toMatchObject({ system: '25' }))
    await user.selectOptions(screen.getByRole('combobox', { name: 'System (SNS)' }), 'DA0 (1)')
    await waitFor(() => expect(asked.modules?.at(-1)).toMatchObject({ system: 'DA0' }))
    await user.click(screen.getByRole('tab', { name: 'Unreferenced' }))
    expect([...query()]).toEqual([['tab', 'unreferenced']])
    expect(await screen.findByRole('heading', { name: 'Every module is referenced' })).toBeVisible()
  })
})

describe('the details of a manual', () => {
  it('name every attribute and every OEM revision with the lanes that read it', async () => {
    holding(newer)
    show('?tab=details')
    expect(await screen.findByText('With OEM version')).toBeVisible()
    expect(screen.getByText('F0210')).toBeVisible()
    expect(
      await screen.findByRole('row', { name: /Revision 2 002 2026\/02\/01 12 .* Pending OEM/ }),
    ).toBeVisible()
    expect(screen.getByRole('row', { name: /Revision 1 001 .* Confirmed Working/ })).toBeVisible()
  })
})

describe('a module', () => {
  it('shows its data, with the way back', async () => {
    holding()
    const { user } = show(`?dm=${key}&part=data`)
    expect(await screen.findByRole('heading', { level: 1, name: 'Hoist - Description' })).toBeVisible()
    expect(screen.getByText('Technical name').nextSibling).toHaveTextContent('Hoist')
    expect(screen.getByText('Quality assurance').nextSibling).toHaveTextContent('Unverified')
    expect(screen.getByText('Originator').nextSibling).toHaveTextContent('F0210')
    expect(screen.queryByText('partner')).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    expect(screen.getByRole('menuitem', { name: 'All modules' })).toHaveAttribute(
      'href',
      '#/library/H160/MEL?tab=modules',
    )
  })

  it('shows references both ways, and which is not found', async () => {
    holding()
    const { user } = show(`?dm=${key}`)
    await user.click(await screen.findByRole('tab', { name: /References\s*2/ }))
    const found = screen.getByRole('row', { name: /Winch DMC-H160-A-25-10 .* In the library 14/ })
    expect(within(found).getByRole('link')).toHaveAttribute(
      'href',
      '#/library/H160/MEL?dm=DMC-H160-A-25-10_en-US',
    )
    expect(screen.getByRole('row', { name: /ICN-LOST .* Not found 20/ })).toBeVisible()
    await user.click(screen.getByRole('tab', { name: /Referenced by\s*1/ }))
    expect(screen.getByRole('row', { name: /MEL PMC-H160/ })).toBeVisible()
  })

  it('lists its versions and shows the one that is chosen', async () => {
    holding()
    show(`?dm=${key}&v=70&part=versions`)
    const row = await screen.findByRole('row', { name: /000-05 Shown .* Draft/ })
    expect(within(row).getByRole('link')).toHaveAttribute('href', expect.stringContaining('v=70'))
  })

  it('says when the version that is shown is not the one of the lane, and leads back to that', async () => {
    holding(newer)
    const { user, query } = show(`?dm=${key}&v=70&part=data`)
    expect(await screen.findByText('You are viewing version 000-05, not the current one')).toBeVisible()
    expect(screen.getByRole('link', { name: 'View the current version' })).toHaveAttribute(
      'href',
      `#/library/H160/MEL?part=data&dm=${key}`,
    )
    await user.click(screen.getByRole('button', { name: /^Version: / }))
    await user.click(screen.getByRole('menuitemradio', { name: 'Open revision' }))
    expect([query().get('lane'), query().get('v')]).toEqual(['oem', null])
  })

  it('says that there is no such version', async () => {
    holding()
    show(`?dm=${key}&v=nonsense`)
    expect(await screen.findByRole('heading', { name: 'Module not found in this version' })).toBeVisible()
  })

  it('says that its versions could not be read', async () => {
    holding()
    server.use(
      http.get(at(`/files/getVersions/default/H160/MEL/${key}.XML`), () =>
        problem(403, 'user.forbidden', 'Not allowed'),
      ),
    )
    show(`?dm=${key}&part=versions`)
    expect(await screen.findByRole('heading', { name: 'The versions could not be loaded' })).toBeVisible()
  })

  it('shows what it uses and what uses it as a picture and as a list', async () => {
    holding()
    const node = (name: string, level: number) => {
      return { path: `/H160/MEL/${name}.XML`, code: name, title: `The ${name}`, kind: 'dm', level }
    }
    const [own, winch] = [node(key, 0), node('WINCH', 1)]
    const edges = [{ from: own.path, to: winch.path, kind: 'dm' as const }]
    server.use(...readerAnswers(key, { graph: { nodes: [own, winch], edges, capped: true } }).handlers)
    show(`?dm=${key}&part=graph`)
    // Browsers name it by its title; jsdom's library joins the texts of the drawing.
    const picture = await screen.findByRole('link', { name: /^The WINCH ?WINCH$/ })
    expect(picture.querySelector('title')).toHaveTextContent('The WINCH WINCH')
    expect(picture).toHaveAttribute('href', '#/library/H160/MEL?dm=WINCH')
    expect(screen.getByRole('row', { name: /The WINCH WINCH Child/ })).toBeVisible()
    expect(screen.getByText(/too many references for one graph/)).toBeVisible()
  })

  it('is compared with another version of it', async () => {
    holding()
    const page = (text: string) => ({
      html: `<article class="s1d-module"><p>${text} hook. <span class="s1d-ref" data-kind="dm" data-ref="0"></span></p></article>`,
      truncated: false,
      references: [{ state: 'found', code: 'DMC-W', title: 'Winch', path: '/H160/MEL/W.XML' }],
      figures: [],
      replaced: [],
    })
    const [old, now] = ['<del data-difference="0">Old </del>', '<ins data-difference="0">New</ins>']
    const asked: string[] = []
    server.use(
      http.get(at(`/view/compare/default/H160/MEL/${key}.XML`), ({ request }) => {
        const { search, searchParams } = new URL(request.url)
        asked.push(search)
        return HttpResponse.json({
          left: { file: hoist, revision: '3', draft: false },
          right: { file: hoist, draft: false },
          pages: searchParams.get('layout') === 'one' ? [page(old + now)] : [page(old), page(now)],
          sources: [],
          count: 1,
          differences: [
            {
              difference: 0,
              kind: 'words',
              place: 'Para 1',
              subject: '',
              old: 'Old',
              new: 'New',
              certain: true,
            },
          ],
          status: [
            { kind: 'value', place: '', subject: 'Issue', old: '001-00', new: '002-00', certain: true },
          ],
          coarse: false,
        })
      }),
    )
    const { user } = show(`?dm=${key}&part=versions`)
    await user.click(await screen.findByRole('link', { name: 'Compare' }))
    const place = window.location.hash.replace(/^#/, '')
    expect(place).toBe(`/library/H160/MEL?v=70&with=77&part=compare&dm=${key}`)
    show(place.replace('/library/H160/MEL', ''))
    const both = within(await screen.findByRole('region', { name: 'Both versions' }))
    expect(await both.findByRole('deletion')).toHaveTextContent(/^Old$/)
    expect(both.getByRole('insertion')).toHaveTextContent(/^New$/)
    expect(screen.getByText('Issue: “001-00” became “002-00”')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Para 1: “Old” became “New”' }))
    expect(screen.getByText('Difference 1 of 1')).toHaveRole('status')
    expect(both.getByRole('insertion')).toHaveAttribute('data-current')
    await user.click(screen.getByRole('button', { name: 'Side by side' }))
    const before = within(await screen.findByRole('region', { name: 'Old version' }))
    const after = within(screen.getByRole('region', { name: 'New version' }))
    expect(screen.getByText('1 difference')).toHaveRole('status')
    expect(before.getByRole('link', { name: 'Winch' })).toHaveAttribute(
      'href',
      expect.stringContaining('revision=3'),
    )
    expect(after.getByRole('link', { name: 'Winch' })).toHaveAttribute(
      'href',
      expect.not.stringContaining('revision'),
    )
    expect(asked).toEqual(['?left=70&right=77&layout=one', '?left=70&right=77&layout=beside'])
  })

  it('says that it is not in the lane that is read', async () => {
    holding()
    server.use(
      http.get(at(`/files/default/H160/MEL/${key}.XML`), () =>
        problem(404, 'file.not_found', 'No such file'),
      ),
    )
    show(`?dm=${key}&lane=oem`)
    expect(await screen.findByRole('heading', { name: 'Module not found in this version' })).toBeVisible()
  })
})

it('says that there is no such manual', async () => {
  holding({ ...mel, path: '/H160/OTHER', name: 'OTHER' })
  show()
  expect(await screen.findByRole('heading', { level: 1, name: 'Manual /H160/MEL not found' })).toBeVisible()
})
