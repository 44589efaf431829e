import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { changeRequest, openRequest } from '@/testing/changeRequests'
import { connectApp } from '@/testing/connectApp'
import { manual } from '@/testing/library'
import { ada, rita } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { ChangeRequestsPage } from './ChangeRequestsPage'

connectApp()
const server = startServer(ada)

function serving(count: number) {
  const asked: string[] = []
  const items = Array.from({ length: count }, (_, index) => ({
    ...changeRequest(`${index}`, { dueDate: '2026-01-01' }),
    modules: 2,
  }))
  server.use(
    http.get(at('/changeRequests'), ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json({ items, total: count, pageNumber: 1, pageSize: 10 })
    }),
  )
  return asked
}

describe('the page of change requests', () => {
  it('lists them with what is known about each', async () => {
    serving(1)
    renderPage(<ChangeRequestsPage />, rita, '/change-requests')
    const link = await screen.findByRole('link', { name: 'Wrong torque' })
    expect(link).toHaveAttribute('href', '#/change-requests/0')
    const row = screen.getByRole('row', { name: /Wrong torque/ })
    expect(row).toHaveTextContent('#7')
    expect(row).toHaveTextContent('In progress')
    expect(row).toHaveTextContent('Overdue')
    expect(row).toHaveTextContent('Service bulletin · SB 28-012 · 2 modules')
  })

  it('asks for what filters and columns say', async () => {
    const asked = serving(1)
    const { user, query } = renderPage(
      <ChangeRequestsPage />,
      rita,
      '/change-requests?status=Pending&mine=yes',
    )
    await screen.findByRole('link', { name: 'Wrong torque' })
    expect(asked[0]).toBe('?pageNumber=1&pageSize=10&status=Pending&mine=true&sort=lastUpdateTime&order=desc')
    await user.click(screen.getByRole('switch', { name: 'For my review' }))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Origin' }), 'Regulation')
    await waitFor(() => expect(asked.at(-1)).toContain('origin=regulation&mine=true&awaitsMe=true'))
    expect(query().get('awaits')).toBe('yes')
    await user.click(screen.getByRole('button', { name: /^Title/ }))
    await waitFor(() => expect(asked.at(-1)).toContain('sort=title&order=asc'))
  })

  it('offers to clear filters that nothing matches', async () => {
    const asked = serving(0)
    const { user } = renderPage(<ChangeRequestsPage />, rita, '/change-requests?overdue=yes')
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByText('No change requests yet')).toBeVisible()
    expect(asked.at(-1)).not.toContain('overdue')
  })
})

describe('saved views', () => {
  it('keep the filters under a name, and open them again', async () => {
    serving(1)
    const sent: unknown[] = []
    const view = { id: 'v1', name: 'Late', query: 'overdue=yes', shared: true, owner: 'ada', createdOn: '' }
    server.use(
      http.get(at('/changeRequests/views'), () => HttpResponse.json([view])),
      http.post(at('/changeRequests/views'), async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json(view, { status: 201 })
      }),
    )
    const { user, query } = renderPage(<ChangeRequestsPage />, rita, '/change-requests?mine=yes')
    await user.click(await screen.findByRole('button', { name: 'Views' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Saved views' }))
    await user.type(dialog.getByRole('textbox', { name: /Name/ }), 'My work')
    await user.click(dialog.getByRole('button', { name: 'Save view' }))
    await waitFor(() =>
      expect(sent).toEqual([
        { name: 'My work', query: 'mine=yes&sort=lastUpdateTime&order=desc', shared: false },
      ]),
    )
    expect(dialog.getByText('Shared by ada')).toBeVisible()
    expect(dialog.queryByRole('button', { name: 'Delete view Late' })).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Late' }))
    await waitFor(() => expect(query().get('overdue')).toBe('yes'))
    expect(query().get('mine')).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('own saved views', () => {
  function keeping() {
    const sent: unknown[] = []
    let views = [
      { id: 'v1', name: 'Late', query: 'overdue=yes', shared: true, owner: 'ada', createdOn: '' },
      { id: 'v2', name: 'Mine', query: 'mine=yes', shared: false, owner: 'ada', createdOn: '' },
    ]
    serving(1)
    server.use(
      http.get(at('/changeRequests/views'), () => HttpResponse.json(views)),
      http.post(at('/changeRequests/views'), async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json(views[0], { status: 201 })
      }),
      http.delete(at('/changeRequests/views/:id'), ({ params }) => {
        sent.push(params.id)
        views = views.filter(({ id }) => id !== params.id)
        return new HttpResponse(null, { status: 204 })
      }),
    )
    return sent
  }

  async function shown() {
    const page = renderPage(<ChangeRequestsPage />, ada, '/change-requests?do=views')
    const element = await screen.findByRole('dialog', { name: 'Saved views' })
    const dialog = within(element)
    await dialog.findByRole('button', { name: 'Late' })
    return { ...page, element, dialog }
  }

  it('are replaced only after a question', async () => {
    const sent = keeping()
    const { user, dialog } = await shown()
    await user.type(dialog.getByRole('textbox', { name: /Name/ }), ' late{Enter}')
    const question = within(await screen.findByRole('dialog', { name: 'Replace view' }))
    expect(sent).toEqual([])
    await user.click(question.getByRole('button', { name: 'Replace' }))
    await waitFor(() =>
      expect(sent).toEqual([{ name: 'late', query: 'sort=lastUpdateTime&order=desc', shared: false }]),
    )
    expect(await screen.findByText('View “late” saved.')).toBeVisible()
    expect(dialog.getByRole('textbox', { name: /Name/ })).toHaveValue('')
  })

  it('are deleted after a question, and the focus stays in the dialog', async () => {
    const sent = keeping()
    const { user, dialog, element } = await shown()
    await user.click(dialog.getByRole('button', { name: 'Delete view Late' }))
    const question = within(await screen.findByRole('dialog', { name: 'Delete view' }))
    expect(sent).toEqual([])
    await user.click(question.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Delete view' })).toBeNull())
    expect(sent).toEqual(['v1'])
    expect(dialog.queryByRole('button', { name: 'Late' })).toBeNull()
    expect(element).toHaveFocus()
  })

  it('are shared and no longer shared as they are', async () => {
    const sent = keeping()
    const { user, dialog } = await shown()
    await user.click(dialog.getByRole('button', { name: 'Stop sharing view Late' }))
    await user.click(dialog.getByRole('button', { name: 'Share view Mine' }))
    await waitFor(() =>
      expect(sent).toEqual([
        { name: 'Late', query: 'overdue=yes', shared: false },
        { name: 'Mine', query: 'mine=yes', shared: true },
      ]),
    )
  })
})

describe('a new change request', () => {
  it('is described by a reader, and leads to its page', async () => {
    serving(0)
    const sent: unknown[] = []
    server.use(
      http.get(at('/csdb/manual'), () => HttpResponse.json([manual('H160', 'MEL')])),
      http.post(at('/changeRequests'), async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json(openRequest())
      }),
    )
    const { user, place } = renderPage(<ChangeRequestsPage />, rita, '/change-requests?do=create')
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByRole('option', { name: 'H160/MEL' })
    expect(dialog.queryByRole('combobox', { name: 'Origin' })).toBeNull()
    await user.selectOptions(dialog.getByRole('combobox', { name: /Manual/ }), 'H160/MEL')
    await user.type(dialog.getByRole('textbox', { name: /Title/ }), 'Wrong torque')
    await user.click(dialog.getByRole('button', { name: 'Send request' }))
    await waitFor(() => expect(place()).toBe('/change-requests/r1'))
    expect(sent).toEqual([
      {
        manualPath: '/H160/MEL',
        title: 'Wrong torque',
        description: '',
        origin: 'comment',
        reference: '',
        reviewers: [],
      },
    ])
  })

  it('is planned by an author, and keeps what was typed when it is refused', async () => {
    serving(0)
    server.use(
      http.get(at('/csdb/manual'), () => HttpResponse.json([manual('H160', 'MEL')])),
      http.get(at('/changeRequests/people'), ({ request }) => {
        const query = new URL(request.url).searchParams
        const account = query.get('keywordFilter') || `an.${query.get('level')}`
        return HttpResponse.json([{ account, name: '' }])
      }),
      http.post(at('/changeRequests'), () =>
        problem(400, 'request.invalid', 'Invalid parameter', [
          { field: 'reviewers', code: 'unknown_value', message: 'Unknown value' },
        ]),
      ),
    )
    const { user } = renderPage(<ChangeRequestsPage />, ada, '/change-requests?do=create')
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByRole('option', { name: 'H160/MEL' })
    await user.selectOptions(dialog.getByRole('combobox', { name: /Manual/ }), 'H160/MEL')
    await user.type(dialog.getByRole('textbox', { name: /Title/ }), 'Pump')
    await user.click(await dialog.findByRole('radio', { name: 'an.author' }))
    await user.click(await dialog.findByRole('checkbox', { name: 'an.approve' }))
    await user.click(dialog.getByRole('button', { name: 'Send request' }))
    expect(await dialog.findByText('Unknown value')).toBeVisible()
    expect(dialog.getByRole('radio', { name: 'an.author' })).toBeChecked()
    expect(dialog.getByRole('textbox', { name: /Title/ })).toHaveValue('Pump')
  })

  it('names no people of another manual', async () => {
    serving(0)
    const sent: unknown[] = []
    server.use(
      http.get(at('/csdb/manual'), () => HttpResponse.json([manual('H160', 'MEL'), manual('H160', 'AMM')])),
      http.get(at('/changeRequests/people'), ({ request }) => {
        const query = new URL(request.url).searchParams
        const account = query.get('keywordFilter') || `an.${query.get('level')}`
        return HttpResponse.json([{ account, name: '' }])
      }),
      http.post(at('/changeRequests'), async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json(openRequest())
      }),
    )
    const { user } = renderPage(<ChangeRequestsPage />, ada, '/change-requests?do=create')
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByRole('option', { name: 'H160/MEL' })
    await user.selectOptions(dialog.getByRole('combobox', { name: /Manual/ }), 'H160/MEL')
    await user.type(dialog.getByRole('textbox', { name: /Title/ }), 'Pump')
    await user.click(await dialog.findByRole('radio', { name: 'an.author' }))
    await user.click(await dialog.findByRole('checkbox', { name: 'an.approve' }))
    await user.selectOptions(dialog.getByRole('combobox', { name: /Manual/ }), 'H160/AMM')
    await user.click(dialog.getByRole('button', { name: 'Send request' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ manualPath: '/H160/AMM', title: 'Pump', reviewers: [] })
    expect(sent[0]).not.toHaveProperty('assignee')
  })
})
