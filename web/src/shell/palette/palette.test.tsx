import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { adminTabs } from '@/lib/adminTabs'
import { formatDateTime } from '@/lib/format'
import { currentOverlay } from '@/lib/overlay'
import { startSession } from '@/lib/session'
import { connectApp } from '@/testing/connectApp'
import { csdb, manual } from '@/testing/library'
import { ada, rita, tokenFor } from '@/testing/people'
import { renderApp } from '@/testing/renderApp'
import { answersFor, at, startServer } from '@/testing/server'
import { goKeys } from '../shortcuts/shortcuts'
import { type CommandContext, type CommandGroup, commandsFor, matching } from './commands'

const server = startServer()
connectApp()
beforeEach(() => startSession(tokenFor(ada)))

const context: CommandContext = {
  t: (key) => key,
  me: ada,
  language: 'en-US',
  go: () => undefined,
  open: () => undefined,
  chooseLanguage: () => undefined,
  lock: () => undefined,
  signOut: () => undefined,
}

describe('commands', () => {
  const labels = (given: Partial<CommandContext>) =>
    commandsFor({ ...context, ...given }).map((command) => command.label)

  it('are only those a person may use', () => {
    const more = labels({}).filter((label) => !labels({ me: rita }).includes(label))
    expect(more).toEqual([
      'replacements.title',
      'regulations.title',
      'admin.users.tab',
      'groups.tab',
      'access.tab',
      'auditors.tab',
      'admin.tokens.tab',
      'admin.signIn.tab',
      'admin.severity.tab',
      'admin.schemas.tab',
      'admin.types.tab',
      'admin.editing.tab',
      'admin.trash.tab',
      'admin.audit.tab',
      'admin.system.tab',
      'admin.mail.tab',
      'shell.sidebar.createDatabase',
      'shell.sidebar.importPackage',
      'palette.createUser',
      'palette.createOperator',
      'palette.verifyAudit',
      'admin.system.index.rebuildTitle',
    ])
  })

  /** Where the commands of a group lead, those that lead somewhere. */
  const targets = (group: CommandGroup) => {
    const gone: string[] = []
    for (const command of commandsFor({ ...context, go: (path) => gone.push(path) })) {
      if (command.group === group) command.run()
    }
    return gone
  }

  it('lead to every tab of the administration and of the operators, the library and the OEM revisions', () => {
    expect(targets('go')).toEqual(
      expect.arrayContaining([
        ...adminTabs.map(({ id }) => `/admin/index?tab=${id}`),
        '/library/all',
        '/revisions',
        '/operator-list/index',
        '/operator-list/index?tab=aircraft',
      ]),
    )
  })

  it('ask the pages for what is done there', () => {
    expect(targets('do')).toEqual([
      '/admin/index?tab=users&do=create',
      '/operator-list/index?do=create',
      '/admin/index?tab=audit&do=verify',
      '/admin/index?tab=system&do=rebuild',
    ])
  })

  it('are closed to the same people when a key leads to their page', () => {
    const closed = goKeys.filter(({ may }) => may?.(rita) === false).map(({ labelKey }) => labelKey)
    expect(closed).toEqual(['shell.sidebar.admin'])
  })

  it('have ids of their own', () => {
    const ids = commandsFor(context).map((command) => command.id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('are found by every typed word, those that start with the text first', () => {
    const make = (label: string, keywords?: string) =>
      ({ id: label, group: 'go', label, keywords, icon: 'list', run: () => undefined }) as const
    const commands = [make('My tasks'), make('Tasks'), make('Library', '/library/all task')]
    const found = (text: string) => matching(commands, text).map((command) => command.label)
    expect(found('TASK')).toEqual(['Tasks', 'My tasks', 'Library'])
    expect(found('task  my')).toEqual(['My tasks'])
    expect(found(' ')).toEqual(['My tasks', 'Tasks', 'Library'])
    expect(found('nothing')).toEqual([])
  })
})

async function openPalette() {
  await screen.findByRole('navigation', { name: 'Main navigation' })
  await userEvent.keyboard('{Control>}k{/Control}')
  return screen.findByRole('combobox', { name: 'Type a command or search' })
}

it('goes where the chosen line says, by keyboard alone', async () => {
  const { place } = renderApp('/checkout')
  const field = await openPalette()
  expect(field).toHaveFocus()
  await userEvent.type(field, 'book')
  const options = within(screen.getByRole('listbox')).getAllByRole('option')
  expect(options[0]).toHaveTextContent('Bookmarks')
  expect(field).toHaveAttribute('aria-activedescendant', options[0]?.id)
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}')
  await waitFor(() => expect(place()).toBe('/bookmark'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('leaves Enter to an input method that is choosing characters', async () => {
  const { place } = renderApp('/checkout')
  fireEvent.keyDown(await openPalette(), { key: 'Enter', isComposing: true })
  expect(place()).toBe('/checkout')
  expect(screen.getByRole('dialog')).toBeVisible()
})

it('opens another overlay in its own place', async () => {
  renderApp('/checkout')
  await userEvent.type(await openPalette(), 'shortcuts{Enter}')
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
})

it('offers the search for what nothing matches', async () => {
  const { place } = renderApp('/checkout')
  await userEvent.type(await openPalette(), 'qqq')
  const options = screen.getAllByRole('option')
  expect(options.map((each) => each.textContent?.trim())).toEqual(['Search the texts for “qqq”'])
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(place()).toBe('/search/index?search=qqq'))
})

it('finds databases, manuals and modules by what is typed', async () => {
  const path = '/H160/AMM/DMC-H160-A-29-10-00-00A-520A-A_en-US.XML'
  server.use(
    http.get(at('/csdb'), () => HttpResponse.json([csdb('H160'), csdb('NV240')])),
    http.get(at('/csdb/manual'), () => HttpResponse.json([manual('H160', 'MEL'), manual('NV240', 'AMM')])),
    http.get(at('/files/fts/suggest'), ({ request }) =>
      HttpResponse.json([
        {
          kind: 'module',
          text: 'Pump',
          title: `Pump of ${new URL(request.url).searchParams.get('text')}`,
          code: 'DMC',
          path,
        },
        {
          kind: 'module',
          text: 'Valve',
          title: 'Valve',
          code: 'DMC-OLD',
          path: '/H160/AMM/DMC-OLD_en-US.XML',
          status: 'Obsolete',
        },
        { kind: 'media', text: 'ICN-1.SVG', code: 'ICN-1', path: '/H160/MULTIMEDIA/ICN-1.SVG' },
        { kind: 'term', text: 'h160 hoist' },
      ]),
    ),
    http.get(at('/files/checkouts'), () =>
      HttpResponse.json([
        { path: '/H160/AMM/DMC-OLD_en-US.XML', checkedOutBy: 'paula', checkedOutOn: '2026-03-04T14:03:07' },
      ]),
    ),
  )
  const { place } = renderApp('/checkout')
  await userEvent.type(await openPalette(), 'h160')
  const option = await screen.findByRole('option', { name: 'Pump of h160 DMC' })
  expect(screen.getAllByRole('option').map((each) => each.textContent?.trim())).toEqual([
    'H160',
    'MEL H160',
    'Create manual in H160',
    'Search the texts for “h160”',
    'Pump of h160 DMC',
    `Valve DMC-OLD · Obsolete · Checked out by paula since ${formatDateTime('2026-03-04T14:03:07')}`,
    'ICN-1.SVG',
  ])
  await userEvent.click(option)
  await waitFor(() => expect(place()).toBe('/library/H160/AMM?dm=DMC-H160-A-29-10-00-00A-520A-A_en-US'))
})

it('creates a manual in the database one chooses', async () => {
  const databases = [csdb('H160'), csdb('NV240')]
  server.use(http.get(at('/csdb'), () => HttpResponse.json(databases)))
  renderApp('/checkout')
  await userEvent.type(await openPalette(), 'create manual')
  await userEvent.click(await screen.findByRole('option', { name: 'Create manual in NV240' }))
  expect(currentOverlay()).toEqual({ kind: 'createManual', csdb: databases[1] })
})

it('offers a reader no administration', async () => {
  server.use(...answersFor(rita))
  startSession(tokenFor(rita))
  renderApp('/checkout')
  await userEvent.type(await openPalette(), 'create')
  const options = screen.getAllByRole('option')
  expect(options.map((each) => each.textContent?.trim())).toEqual(['Search the texts for “create”'])
})
