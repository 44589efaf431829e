import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Manual, Me, TocNode } from '@/api/types'
import { currentOverlay } from '@/lib/overlay'
import { connectApp } from '@/testing/connectApp'
import * as library from '@/testing/library'
import { ada, arthur, paula, rita } from '@/testing/people'
import { renderRoute } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { FolderTree } from './FolderTree'
import { closeAll } from './treeState'

connectApp()
const server = startServer()
beforeEach(() => closeAll(''))

const h160 = library.csdb('H160')
const mel = library.manual('H160', 'MEL')
const chapter = library.tocNode('1', 'Air conditioning', { tocPrefix: '21' })
const hoist = library.tocNode('2', 'Hoist', {
  type: 'html',
  leaf: true,
  sourceFiles: ['/H160/MEL/DMC-H160-A-25-00-00-00A-040A-A_en-US.XML'],
})

interface LibraryContents {
  manuals?: Manual[]
  top?: { generating?: boolean; nodes?: TocNode[] }
  /** The first level when it is asked for page by page. */
  first?: TocNode[]
  children?: TocNode[]
  /** The way to the module that is read. */
  trail?: TocNode[]
}

/** A library of one database; returns which contents were asked for. */
function holding({
  manuals = [mel],
  top = {},
  first = top.nodes ?? [chapter],
  children = [hoist],
  trail = [chapter, hoist],
}: LibraryContents = {}) {
  const asked: unknown[] = []
  server.use(
    http.get(at('/csdb'), () => HttpResponse.json([h160])),
    http.get(at('/csdb/manual'), () => HttpResponse.json(manuals)),
    http.get(at('/csdb/profile'), () => HttpResponse.json([library.profile(mel)])),
    http.get(at('/toc/getTopToc'), ({ request }) => {
      asked.push(Object.fromEntries(new URL(request.url).searchParams))
      return HttpResponse.json({
        generating: false,
        revision: library.revision(1),
        lane: 'working',
        newerRevisionWaits: false,
        nodes: [chapter],
        ...top,
      })
    }),
    http.get(at('/toc/getNeighbours'), () => HttpResponse.json({ trail, position: 1, total: 1 })),
    http.post(at('/toc/getLeafNodeWithPage'), async ({ request }) => {
      const body = JSON.parse(await request.text())
      asked.push(body)
      const items = body.nodeId ? children : library.tocInLanguage(first, body.language)
      return HttpResponse.json({ items, total: items.length, pageNumber: 1, pageSize: 200 })
    }),
  )
  return asked
}

const routes = ['/library/all', '/library/:folderPath', '/library/:folderPath/:manualPath']
const show = (path = '/library/all', me: Me = ada) => renderRoute(<FolderTree />, routes, me, path)
const item = (name: string | RegExp) => screen.findByRole('treeitem', { name })

describe('contents that are read for an aircraft', () => {
  const winch = library.tocNode('3', 'Winch', { type: 'html', leaf: true, sourceFiles: ['/H160/MEL/W.XML'] })

  it('mark what is not for it, sections too, and ask once for a page of entries', async () => {
    const asked = holding({
      first: [{ ...chapter, applies: 'no', appliesTo: 'model H160-B' }],
      children: [
        { ...hoist, applies: 'no' },
        { ...winch, applies: 'yes' },
      ],
    })
    const { user } = show('/library/H160/MEL?aircraft=QZ-HAA&outside=grey')
    await user.click(
      await item('21 Air conditioning Not applicable to the selected aircraft: only for model H160-B'),
    )
    expect(await item('Hoist Not applicable to the selected aircraft')).toBeVisible()
    expect(await item('Winch')).toBeVisible()
    const judged = asked.filter((one) => JSON.stringify(one).includes('QZ-HAA'))
    const page = {
      profileId: 'profile-All',
      aircraft: 'QZ-HAA',
      pageNumber: 1,
      pageSize: 200,
      includeLeaf: true,
    }
    expect(judged).toEqual([page, { ...page, nodeId: '1' }])
  })

  it('mark what is found among them', async () => {
    holding({ top: { nodes: [{ ...hoist, applies: 'no' }, winch] } })
    const { user } = show('/library/H160/MEL?aircraft=QZ-HAA')
    await user.type(await screen.findByRole('searchbox'), 'h{Enter}')
    expect(await item('Hoist Not applicable to the selected aircraft')).toBeVisible()
    expect(await item('Winch')).toBeVisible()
  })
})

it('says who has checked a module out, and since when', async () => {
  holding({ first: [hoist] })
  const [path = ''] = hoist.sourceFiles
  const held = { path, checkedOutBy: 'paula', checkedOutOn: '2026-03-04T14:03:07' }
  server.use(http.get(at('/files/checkouts'), () => HttpResponse.json([held])))
  const { user } = show('/library/H160/MEL', rita)
  expect(await item(/^Hoist Checked out by paula since .*14:03$/)).toBeVisible()
  await user.type(await screen.findByRole('searchbox'), 'h{Enter}')
  expect(await item(/^Hoist Checked out by paula/)).toBeVisible()
})

describe('levels that say nothing', () => {
  const publication = library.tocNode('9', 'MEL of the H160', {
    language: 'en-US',
    childCount: 1,
    sourceFiles: ['/H160/MEL/PMC-H160_en-US.XML'],
  })
  const translation = library.tocNode('10', 'H160 MEL', {
    language: 'zh-CN',
    childCount: 1,
    sourceFiles: ['/H160/MEL/PMC-H160_zh-CN.XML'],
  })

  it('are left out: the only profile, and the only publication in the language of the screen', async () => {
    holding({ first: [publication, translation], children: [chapter] })
    const { user } = show('/library/H160')
    await user.click(await item('MEL'))
    expect(await item('21 Air conditioning')).toHaveAttribute('aria-level', '3')
    expect(screen.queryByRole('treeitem', { name: /H160 MEL|MEL of the H160|^All$/ })).toBeNull()
  })

  it('stay where there are several publications in it', async () => {
    const second = { ...publication, id: '11', name: 'Supplement' }
    holding({ first: [publication, second, translation] })
    const { user } = show('/library/H160')
    await user.click(await item('MEL'))
    expect(await item('Supplement')).toHaveAttribute('aria-level', '3')
    expect(screen.queryByRole('treeitem', { name: 'H160 MEL' })).toBeNull()
  })

  it('follow the language of the module that is read', async () => {
    const key = 'DMC-H160-A-25-00-00-00A-040A-A_zh-CN'
    const own = { ...hoist, name: '绞车', sourceFiles: [`/H160/MEL/${key}.XML`] }
    holding({ first: [publication, translation], children: [own], trail: [translation, own] })
    show(`/library/H160/MEL?dm=${key}`)
    await waitFor(async () => expect(await item('绞车')).toHaveAttribute('aria-selected', 'true'))
    expect(await item('绞车')).toHaveAttribute('aria-level', '3')
  })
})

describe('neighbours with one technical name', () => {
  it('begin with what tells them apart', async () => {
    const leaf = { type: 'html', leaf: true } as const
    holding({
      first: [
        library.tocNode('4', 'Hoist - Description', leaf),
        library.tocNode('5', 'Hoist - Functional test', leaf),
        library.tocNode('6', 'Winch - Description', leaf),
      ],
    })
    const { user } = show('/library/H160')
    await user.click(await item('MEL'))
    expect(await item('Functional test Hoist')).toBeVisible()
    expect(await item('Winch - Description')).toBeVisible()
  })
})

describe('the folder tree', () => {
  it('does not ask for sections of one revision in another', async () => {
    const asked = holding()
    const { user, go } = show('/library/H160/MEL')
    await user.click(await item('21 Air conditioning'))
    await item('Hoist')
    asked.length = 0
    await go('/library/H160/MEL?revision=7')
    expect(await item('21 Air conditioning')).toHaveAttribute('aria-expanded', 'false')
    expect(asked).toContainEqual(expect.objectContaining({ revision: '7', profileId: 'profile-All' }))
    expect(asked.filter((one) => JSON.stringify(one).includes('nodeId'))).toEqual([])
    await go('/library/H160/MEL')
    expect(await item('Hoist')).toBeVisible()
  })

  it('goes from a database to its manuals and contents, reading each when it is opened', async () => {
    const asked = holding()
    const { user, place } = show()
    await user.click(await item('H160'))
    await user.click(await item('MEL'))
    expect(place()).toBe('/library/H160/MEL')
    expect(await item('MEL')).toHaveAttribute('aria-expanded', 'true')
    await waitFor(() => expect(asked).toContainEqual({ profileId: 'profile-All' }))
    await user.click(await item('21 Air conditioning'))
    expect(place()).toBe('/library/H160/MEL?profile=profile-All&node=1')
    await user.click(await item('Hoist'))
    expect(place()).toContain('dm=DMC-H160-A-25-00-00-00A-040A-A_en-US')
    expect(asked.at(-1)).toEqual({
      profileId: 'profile-All',
      nodeId: '1',
      includeLeaf: true,
      pageNumber: 1,
      pageSize: 200,
    })
  })

  it('follows the address: the way to the manual is open and the manual selected', async () => {
    holding()
    show('/library/H160/MEL')
    await waitFor(async () => expect(await item('MEL')).toHaveAttribute('aria-selected', 'true'))
    expect(await item('H160')).toHaveAttribute('aria-expanded', 'true')
  })

  it('follows what is read: the way to the module is open and the module selected', async () => {
    holding()
    show('/library/H160/MEL?dm=DMC-H160-A-25-00-00-00A-040A-A_en-US')
    await waitFor(async () => expect(await item('Hoist')).toHaveAttribute('aria-selected', 'true'))
    expect(await item('21 Air conditioning')).toHaveAttribute('aria-expanded', 'true')
  })

  it('checks the module that is read out and opens the editor', async () => {
    holding()
    const path = '/H160/MEL/DMC-H160-A-25-00-00-00A-040A-A_en-US.XML'
    const taken: string[] = []
    server.use(
      http.post(at(`/files/checkout/default${path}`), () => {
        taken.push(path)
        return HttpResponse.json(library.file('DMC-H160-A-25-00-00-00A-040A-A_en-US'))
      }),
    )
    const read = '/library/H160/MEL?dm=DMC-H160-A-25-00-00-00A-040A-A_en-US'
    const { user, place } = renderRoute(<FolderTree />, [...routes, '/editor'], arthur, read)
    await user.click(await screen.findByRole('button', { name: 'Edit Hoist' }))
    await waitFor(() => expect(place()).toBe(`/editor?path=${encodeURIComponent(path)}`))
    expect(taken).toEqual([path])
  })

  it('opens all contents at once and closes them again', async () => {
    holding()
    const { user } = show('/library/H160/MEL')
    await user.click(await screen.findByRole('button', { name: 'Expand all' }))
    expect(await item('Hoist')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Collapse all' }))
    await waitFor(() => expect(screen.queryByRole('treeitem', { name: 'Hoist' })).not.toBeInTheDocument())
  })

  it('finds sections and modules by a text and leads to them', async () => {
    const asked = holding({ top: { nodes: [chapter, hoist] } })
    const { user, place } = show('/library/H160/MEL?lane=oem')
    await user.type(await screen.findByRole('searchbox', { name: 'Find in MEL' }), 'hoi')
    const found = within(await screen.findByRole('tree', { name: 'Search results in the contents' }))
    // Whoever types slowly is shown what the first letters find before.
    const wanted = { anywhere: true, keyword: 'hoi', lane: 'oem', profileId: 'profile-All' }
    await waitFor(() => expect(asked.at(-1)).toMatchObject(wanted))
    await user.click(found.getByRole('treeitem', { name: '21 Air conditioning' }))
    expect(place()).toBe('/library/H160/MEL?lane=oem&profile=profile-All&node=1')
    await user.click(found.getByRole('treeitem', { name: 'Hoist' }))
    expect(place()).toContain('&dm=DMC-H160-A-25-00-00-00A-040A-A_en-US')
  })

  it('says the number of a chapter once, though its title has it too', async () => {
    holding({ top: { nodes: [{ ...chapter, name: '21 Air conditioning' }] } })
    show('/library/H160/MEL')
    expect(await item('21 Air conditioning')).toBeVisible()
  })

  it('reads the contents in the lane that the page reads', async () => {
    const asked = holding()
    show('/library/H160/MEL?lane=oem')
    await waitFor(() => expect(asked).toContainEqual(expect.objectContaining({ lane: 'oem', pageNumber: 1 })))
  })

  it('says that a manual without an OEM package is unavailable', async () => {
    holding({ manuals: [{ ...mel, lanes: {} }] })
    const { user } = show('/library/H160')
    await user.click(await item('MEL'))
    expect(await screen.findByText('Manual unavailable. Please import an OEM package.')).toBeVisible()
  })

  it.each([
    ['is generated', { top: { generating: true } }],
    ['is empty', { top: { nodes: [] } }],
    ['comes with the first package', { top: { generating: true }, manuals: [{ ...mel, lanes: {} }] }],
  ])('asks to try later while the table of contents %s', async (_state, holdings) => {
    holding(holdings)
    const { user } = show('/library/H160')
    await user.click(await item('MEL'))
    expect(await screen.findByText('Toc is generating, please try later')).toBeVisible()
  })

  it('shows what could not be read, and reads it again', async () => {
    holding()
    server.use(
      http.get(at('/csdb/manual'), () => problem(503, 'server.busy', 'Busy'), { once: true }),
      http.get(at('/csdb/manual'), () => problem(400, 'request.invalid', 'Invalid parameter'), {
        once: true,
      }),
    )
    const { user } = show()
    await user.click(await item('H160'))
    await user.click(await item(/Invalid parameter/))
    expect(await item('MEL')).toBeVisible()
  })
})

describe('what can be done in the tree', () => {
  it('an administrator creates and deletes', async () => {
    holding()
    const { user } = show()
    const row = within(await item('H160'))
    await user.click(row.getByRole('button', { name: 'Create manual in H160' }))
    expect(currentOverlay()).toEqual({ kind: 'createManual', csdb: h160 })
    await user.click(row.getByRole('button', { name: 'Delete database H160' }))
    expect(currentOverlay()).toEqual({ kind: 'deleteFolder', folder: h160 })
    await user.click(screen.getByRole('button', { name: 'Create Database' }))
    expect(currentOverlay()).toEqual({ kind: 'createDatabase' })
  })

  it('an author opens the editor of the module that is chosen', async () => {
    holding()
    const { user } = show('/library/H160/MEL', arthur)
    await user.click(await item('21 Air conditioning'))
    const module = await item('Hoist')
    expect(screen.queryByRole('button', { name: 'Edit Hoist' })).toBeNull()
    await user.click(module)
    expect(await screen.findByRole('button', { name: 'Edit Hoist' })).toBeVisible()
  })

  it.each([
    ['admin', true, ada],
    ['approver', false, paula],
    ['author', false, arthur],
    ['reader', false, rita],
  ])('shows the delete icon to %s: %s', async (_role, shown, me) => {
    holding()
    show('/library/all', me)
    await item('H160')
    expect(screen.queryAllByRole('button', { name: 'Delete database H160' })).toHaveLength(shown ? 1 : 0)
  })

  it('a reader sees the create icon with the reason why it is closed, and no delete icon', async () => {
    holding()
    const { user } = show('/library/all', rita)
    const create = within(await item('H160')).getByRole('button', { name: 'Create manual in H160' })
    await user.hover(create)
    expect(create).toHaveAttribute('aria-disabled', 'true')
    expect(create).toHaveAccessibleDescription('You do not have permission to add to the library')
    expect(screen.queryByRole('button', { name: /Delete/ })).not.toBeInTheDocument()
  })
})
