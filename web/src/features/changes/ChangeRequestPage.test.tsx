import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { Fragment } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { changeRequestQuery } from '@/api/changeRequests'
import { queryClient } from '@/api/queries'
import type { OpenChangeRequest } from '@/api/types'
import { changeRequest, openRequest, requestModule } from '@/testing/changeRequests'
import { connectApp } from '@/testing/connectApp'
import { stored } from '@/testing/keptTexts'
import * as library from '@/testing/library'
import { ada } from '@/testing/people'
import { renderRoute } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { stubTabs } from '@/testing/tabs'
import { ChangeRequestPage } from './ChangeRequestPage'
import type { RedlineProps } from './ChangesTab'

vi.mock('idb-keyval', () => import('@/testing/keptTexts'))
connectApp()
stubTabs()
const server = startServer(ada)

beforeEach(() => stored.clear())

const Redline = ({ path, left, right, whole, hasRemarks }: RedlineProps) => (
  <p>{`${path} ${left} ${right}${whole ? ` ${whole}` : ''}${hasRemarks ? ' with remarks' : ''}`}</p>
)

function opened(open: OpenChangeRequest, tab = '') {
  server.use(http.get(at('/changeRequests/r1'), () => HttpResponse.json(open)))
  const page = <ChangeRequestPage views={{ Redline, Steps: Fragment }} />
  return renderRoute(page, ['/change-requests/:id'], ada, `/change-requests/r1${tab}`)
}

describe('the page of a change request', () => {
  it('offers the actions that the server allows, and takes them with a reason', async () => {
    const sent: unknown[] = []
    const after = openRequest({ request: changeRequest('r1', { status: 'Ready for Publish' }) })
    server.use(
      http.post(at('/changeRequests/r1/actions'), async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json(after)
      }),
    )
    const { user } = opened(openRequest())
    expect(await screen.findByRole('heading', { name: '#7 Wrong torque' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Finish' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox', { name: 'Reason (optional)' }), 'Done')
    await user.click(dialog.getByRole('button', { name: 'Finish' }))
    expect(await screen.findByText('Change request #7: Ready for publish')).toBeVisible()
    expect(sent).toEqual([{ action: 'finish', why: 'Done' }])
  })

  it('tells what the request touches', async () => {
    server.use(
      http.get(at('/changeRequests/r1/effect'), () =>
        HttpResponse.json({
          aircraftCount: 2,
          aircraftTotal: 5,
          aircraft: ['QZ-HAA', 'QZ-HAB'],
          translations: [{ path: '/H160/MEL/DMC-A_zh-CN.XML', title: 'Hoist', language: 'zh-CN' }],
          places: [],
          requirements: [
            {
              id: 'p1',
              policyItemId: 'i1',
              policyItemPath: '/c1/i1',
              policyItemCode: 'ORO.1',
              title: 'Fuel pumps',
              status: 'compliant',
              state: 'recheck',
              path: '/H160/MEL/DMC-H160-A-28-00-00-00A-040A-A_en-US.XML',
              quote: 'The pump sits in a cartridge.',
            },
          ],
        }),
      ),
    )
    opened(openRequest(), '?tab=effect')
    expect(await screen.findByText('2 of 5 aircraft are affected.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'ORO.1 Fuel pumps' })).toHaveAttribute(
      'href',
      '#/compliance/c1?item=i1',
    )
    expect(screen.getByText('QZ-HAA, QZ-HAB')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Hoist' })).toHaveAttribute(
      'href',
      '#/library/H160/MEL?dm=DMC-A_zh-CN',
    )
    expect(screen.getByText('None')).toBeVisible()
  })

  it('names the field of a comment for the OEM that is wrong', async () => {
    const sent: unknown[] = []
    const operator = { code: 'AZB', name: 'Azure Bay', country: 'QZ' }
    server.use(
      http.get(at('/config/operator'), () => HttpResponse.json({ items: [operator], total: 1 })),
      http.post(at('/changeRequests/r1/oemComment'), async ({ request }) => {
        sent.push(await request.json())
        return problem(400, 'request.invalid', 'Invalid parameter', [
          { field: 'senderIdent', code: 'too_short', message: 'Too short' },
        ])
      }),
    )
    const { user } = opened(openRequest())
    await user.click(await screen.findByRole('button', { name: 'OEM comment' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Comment for the OEM' }))
    await user.type(dialog.getByRole('textbox', { name: /Sender code/ }), 'QZ')
    await user.type(dialog.getByRole('textbox', { name: /City/ }), 'Port')
    await user.selectOptions(await dialog.findByRole('combobox', { name: 'Operator' }), 'Azure Bay')
    expect(dialog.getByRole('textbox', { name: /Country/ })).toHaveValue('QZ')
    await user.click(dialog.getByRole('button', { name: 'Save file' }))
    expect(await dialog.findByText('Too short')).toBeVisible()
    expect(dialog.getByRole('textbox', { name: /City/ })).toHaveValue('Port')
    expect(sent).toEqual([{ senderIdent: 'QZ', enterprise: 'Azure Bay', city: 'Port', country: 'QZ' }])
  })

  it('offers a comment for the OEM to people who may write it', async () => {
    const abilities = { ...openRequest().abilities, maySend: false }
    opened(openRequest({ abilities }))
    expect(await screen.findByRole('region', { name: 'Details' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'OEM comment' })).toBeNull()
  })

  it('says in the dialog why an action is refused', async () => {
    server.use(
      http.post(at('/changeRequests/r1/actions'), () =>
        problem(409, 'change_request.checked_out', 'A module is still checked out'),
      ),
    )
    const { user } = opened(openRequest())
    await user.click(await screen.findByRole('button', { name: 'Finish' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Finish' }))
    expect(await dialog.findByText('A module is still checked out')).toBeVisible()
  })

  it('shows the state of each module, and the redline of those that changed', async () => {
    const changed = requestModule({ newest: '5', holder: 'li.author', hasDraft: true })
    const waiting = requestModule({ path: '/H160/MEL/DMC-B_en-US.XML', title: 'Pump', code: 'DMC-B' })
    const { user } = opened(openRequest({ modules: [changed, waiting] }), '?tab=modules')
    const row = await screen.findByRole('row', { name: /Hoist/ })
    expect(row).toHaveTextContent('Changed')
    expect(row).toHaveTextContent('Checked out by li.author')
    expect(row).toHaveTextContent('Draft')
    expect(within(row).queryByRole('button', { name: 'Remove' })).toBeNull()
    const other = screen.getByRole('row', { name: /Pump/ })
    expect(within(other).getByRole('button', { name: 'Remove' })).toBeVisible()
    expect(within(other).getByRole('button', { name: 'Check out' })).toBeVisible()
    await user.click(screen.getByRole('tab', { name: /Changes/ }))
    expect(screen.getByText(`${changed.path} 1 5 with remarks`)).toBeVisible()
    expect(screen.queryByText(/DMC-B_en-US.XML/)).toBeNull()
  })

  it('shows the own draft of a module beside what was checked in, and not that of others', async () => {
    const { account } = ada.user
    const own = requestModule({ holder: account, hasDraft: true })
    const others = { path: '/H160/MEL/DMC-B_en-US.XML', holder: 'li.author', hasDraft: true }
    opened(openRequest({ modules: [own, requestModule(others)] }), '?tab=changes')
    expect(await screen.findByText('Your draft, not checked in')).toBeVisible()
    expect(screen.getByText(`${own.path} base draft`)).toBeVisible()
    expect(screen.queryByText(/DMC-B_en-US.XML/)).toBeNull()
  })

  it('lists the checks with their messages', async () => {
    server.use(
      http.get(at('/changeRequests/r1/checks'), () =>
        HttpResponse.json([
          {
            path: requestModule().path,
            title: 'Hoist',
            results: {
              schema: { state: 'passed', messages: [] },
              businessRules: { state: 'failed', messages: [{ line: 3, message: 'Not allowed here' }] },
              references: { state: 'warning', messages: [{ line: 12, message: 'DMC-X is missing' }] },
              applicability: { state: 'warning', messages: [{ line: 0, message: 'For no aircraft' }] },
            },
          },
          { path: '/H160/MEL/DMC-B_en-US.XML', title: 'Pump' },
        ]),
      ),
    )
    opened(openRequest(), '?tab=checks')
    const row = await screen.findByRole('row', { name: /Hoist/ })
    expect(row).toHaveTextContent('Passed')
    expect(row).toHaveTextContent('Line 12: DMC-X is missing')
    expect(row).toHaveTextContent('Line 3: Not allowed here')
    expect(screen.getByRole('columnheader', { name: 'Applicability' })).toBeVisible()
    expect(row).toHaveTextContent('For no aircraft')
    expect(screen.getByRole('row', { name: /Pump/ })).toHaveTextContent('Deleted')
  })

  it('keeps a typed reason when Escape is pressed', async () => {
    const abilities = { ...openRequest().abilities, mayReview: true }
    const { user } = opened(openRequest({ abilities }))
    for (const [action, field] of [
      ['Finish', 'Reason (optional)'],
      ['Reject', /Comment/],
      ['OEM comment', /City/],
    ] as const) {
      await user.click(await screen.findByRole('button', { name: action }))
      const dialog = within(await screen.findByRole('dialog'))
      await user.type(dialog.getByRole('textbox', { name: field }), 'Typed')
      await user.keyboard('{Escape}')
      expect(dialog.getByRole('textbox', { name: field })).toHaveValue('Typed')
      await user.click(dialog.getByRole('button', { name: 'Cancel' }))
      expect(screen.queryByRole('dialog')).toBeNull()
    }
  })

  it('lets an approver decide, and asks for the reason of a rejection', async () => {
    const sent: unknown[] = []
    server.use(
      http.put(at('/changeRequests/r1/review'), async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json(openRequest())
      }),
    )
    const person = { account: 'ines.approver', name: '' }
    const open = openRequest({
      reviewers: [
        {
          person,
          isAsked: true,
          verdict: 'approved',
          comment: 'Good',
          decidedOn: '2026-03-01T09:00:00Z',
          hasLapsed: true,
        },
      ],
      abilities: {
        actions: [],
        mayDescribe: false,
        mayPlan: false,
        maySend: false,
        mayReview: true,
        isOwnWork: false,
      },
    })
    const { user } = opened(open)
    const card = within(await screen.findByRole('region', { name: 'Approvals' }))
    expect(card.getByText('Good')).toBeVisible()
    expect(card.getByText(/This approval no longer counts/)).toBeVisible()
    await user.click(card.getByRole('button', { name: 'Reject' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox', { name: /Comment/ }), 'Wrong unit')
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    await waitFor(() => expect(sent).toEqual([{ round: 1, verdict: 'rejected', comment: 'Wrong unit' }]))
  })

  it('tells its history in words', async () => {
    server.use(
      http.get(at('/changeRequests/r1/history'), () =>
        HttpResponse.json([
          {
            at: '2026-03-02T09:00:00Z',
            actor: 'li.author',
            action: 'change_request.updated',
            detail: { origin: 'comment → sb', reference: ' → SB 28', description: '…' },
          },
          { at: '2026-03-01T09:00:00Z', actor: 'ruth.reader', action: 'change_request.created', detail: {} },
        ]),
      ),
    )
    opened(openRequest(), '?tab=history')
    const list = await screen.findByRole('list', { name: 'History' })
    expect(list).toHaveTextContent('li.author edited the details')
    expect(list).toHaveTextContent('Origin: Comment of a reader → Service bulletin')
    expect(list).toHaveTextContent('Reference: none → SB 28')
    expect(list).toHaveTextContent('Description: edited')
    expect(list).toHaveTextContent('ruth.reader requested the change')
  })

  it('writes in the discussion', async () => {
    const sent: unknown[] = []
    server.use(
      http.post(at('/changeRequests/r1/posts'), async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json(openRequest())
      }),
    )
    const { user } = opened(openRequest())
    const field = await screen.findByRole('textbox', { name: 'New comment on the change request' })
    await user.type(field, 'Which one?')
    await user.click(screen.getByRole('button', { name: 'Comment' }))
    await waitFor(() => expect(sent).toEqual([{ text: 'Which one?' }]))
  })

  it('saves the version that the form was filled from, whatever is polled meanwhile', async () => {
    const sent: unknown[] = []
    server.use(
      http.put(at('/changeRequests/r1'), async ({ request }) => {
        sent.push(await request.json())
        return problem(409, 'changed_meanwhile', 'Somebody changed it')
      }),
    )
    const { user } = opened(openRequest())
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    const dialog = within(await screen.findByRole('dialog'))
    const later = openRequest({ request: changeRequest('r1', { version: 8, dueDate: '2026-12-01' }) })
    queryClient.setQueryData(changeRequestQuery('r1').queryKey, later)
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Somebody changed it')).toBeVisible()
    expect(sent).toMatchObject([{ version: 3 }])
  })

  it('gives a verdict on the round that was read', async () => {
    const sent: unknown[] = []
    server.use(
      http.put(at('/changeRequests/r1/review'), async ({ request }) => {
        sent.push(await request.json())
        return problem(409, 'changed_meanwhile', 'Somebody changed it')
      }),
    )
    const abilities = {
      actions: [],
      mayDescribe: false,
      mayPlan: false,
      maySend: false,
      mayReview: true,
      isOwnWork: false,
    }
    const { user } = opened(openRequest({ abilities }))
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    const dialog = within(await screen.findByRole('dialog'))
    const later = openRequest({ abilities, request: changeRequest('r1', { round: 2 }) })
    queryClient.setQueryData(changeRequestQuery('r1').queryKey, later)
    await user.click(dialog.getByRole('button', { name: 'Approve' }))
    expect(await dialog.findByText('Somebody changed it')).toBeVisible()
    expect(sent).toMatchObject([{ round: 1, verdict: 'approved' }])
  })

  it('says to contributors why they cannot approve', async () => {
    const abilities = {
      actions: [],
      mayDescribe: false,
      mayPlan: false,
      maySend: false,
      mayReview: false,
      isOwnWork: true,
    }
    opened(openRequest({ abilities }))
    const approve = await screen.findByRole('button', { name: 'Approve' })
    expect(approve).toHaveAttribute('aria-disabled', 'true')
  })

  it('shows new and deleted modules among the changes', async () => {
    const added = requestModule({ base: undefined, newest: '5' })
    const deleted = requestModule({ path: '/H160/MEL/DMC-B_en-US.XML', title: 'Pump', isDeleted: true })
    opened(openRequest({ modules: [added, deleted] }), '?tab=changes')
    const first = within(await screen.findByRole('region', { name: 'Hoist' }))
    expect(first.getByText('New module')).toBeVisible()
    expect(first.getByText(`${added.path} 5 5 new with remarks`)).toBeVisible()
    const second = within(screen.getByRole('region', { name: 'Pump' }))
    expect(second.getByText('Deleted')).toBeVisible()
    expect(second.getByText(`${deleted.path} ${deleted.base} ${deleted.base} removed`)).toBeVisible()
  })

  it('asks before an attachment is deleted', async () => {
    const gone: string[] = []
    server.use(
      http.delete(at('/changeRequests/r1/attachments/SB.pdf'), () => {
        gone.push('SB.pdf')
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const { user } = opened(openRequest({ attachments: [{ fileName: 'SB.pdf', size: 3 }] }))
    await user.click(await screen.findByRole('button', { name: 'Delete SB.pdf' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(gone).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(gone).toEqual(['SB.pdf']))
  })

  it('asks whether modules are shared when it is reopened', async () => {
    const sent: unknown[] = []
    server.use(
      http.post(at('/changeRequests/r1/actions'), async ({ request }) => {
        sent.push(await request.json())
        return sent.length === 1
          ? problem(409, 'change_request.module_taken', 'Taken by #8')
          : HttpResponse.json(openRequest())
      }),
    )
    const abilities = { ...openRequest().abilities, actions: ['reopen'] }
    const { user } = opened(openRequest({ abilities }))
    await user.click(await screen.findByRole('button', { name: 'Reopen' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Reopen' }))
    await user.click(await dialog.findByRole('checkbox', { name: /may belong to both/ }))
    await user.click(dialog.getByRole('button', { name: 'Reopen' }))
    await waitFor(() => expect(sent[1]).toEqual({ action: 'reopen', why: '', shareModule: true }))
  })

  it('stops showing a change request that cannot be read any more', async () => {
    opened(openRequest())
    expect(await screen.findByRole('heading', { name: '#7 Wrong torque' })).toBeVisible()
    server.use(
      http.get(at('/changeRequests/r1'), () => problem(404, 'change_request.not_found', 'Not there')),
    )
    await queryClient.invalidateQueries({ queryKey: changeRequestQuery('r1').queryKey })
    expect(await screen.findByText('Not there')).toBeVisible()
    expect(screen.queryByRole('heading', { name: '#7 Wrong torque' })).toBeNull()
  })

  it('shares the one module that was refused, and no other', async () => {
    const sent: unknown[] = []
    const files = [
      library.file('DMC-C_en-US', { title: 'Winch' }),
      library.file('DMC-D_en-US', { title: 'Hook' }),
    ]
    server.use(
      http.get(at('/dm/getAllDmListWithPage'), () =>
        HttpResponse.json({ items: files, total: 2, pageNumber: 1, pageSize: 10 }),
      ),
      http.post(at('/changeRequests/r1/modules'), async ({ request }) => {
        sent.push(await request.json())
        return problem(409, 'change_request.module_taken', 'Taken by #8')
      }),
    )
    const { user } = opened(openRequest(), '?tab=modules')
    await user.click(await screen.findByRole('button', { name: 'Add module' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(await dialog.findByRole('radio', { name: /Winch/ }))
    await user.click(dialog.getByRole('button', { name: 'Add module' }))
    await user.click(await dialog.findByRole('checkbox'))
    await user.click(dialog.getByRole('radio', { name: /Hook/ }))
    expect(dialog.queryByText('Taken by #8')).toBeNull()
    expect(dialog.queryByRole('checkbox')).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Add module' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]).toEqual({ path: files[1]?.path, shareModule: false })
  })

  it('says when the modules cannot be listed', async () => {
    server.use(http.get(at('/dm/getAllDmListWithPage'), () => problem(403, 'forbidden', 'Not allowed')))
    const { user } = opened(openRequest(), '?tab=modules')
    await user.click(await screen.findByRole('button', { name: 'Add module' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText('Not allowed')).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible()
  })

  it('asks nothing about the change request that was left', async () => {
    queryClient.setQueryData(
      changeRequestQuery('r2').queryKey,
      openRequest({ request: changeRequest('r2', { number: 8 }) }),
    )
    server.use(
      http.get(at('/changeRequests/r2'), () =>
        HttpResponse.json(openRequest({ request: changeRequest('r2', { number: 8 }) })),
      ),
    )
    const { user, go } = opened(openRequest())
    await user.click(await screen.findByRole('button', { name: 'Finish' }))
    await screen.findByRole('dialog')
    await go('/change-requests/r2')
    expect(await screen.findByRole('heading', { name: /^#8/ })).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('adds a module, which may belong to another request too, and removes one', async () => {
    const sent: unknown[] = []
    const removed: (string | null)[] = []
    const file = library.file('DMC-C_en-US')
    const waiting = requestModule()
    server.use(
      http.get(at('/dm/getAllDmListWithPage'), () =>
        HttpResponse.json({ items: [file], total: 1, pageNumber: 1, pageSize: 10 }),
      ),
      http.post(at('/changeRequests/r1/modules'), async ({ request }) => {
        sent.push(await request.json())
        return sent.length === 1
          ? problem(409, 'change_request.module_taken', 'Taken by #8')
          : HttpResponse.json(openRequest({ modules: [waiting] }))
      }),
      http.delete(at('/changeRequests/r1/modules'), ({ request }) => {
        removed.push(new URL(request.url).searchParams.get('path'))
        return HttpResponse.json(openRequest())
      }),
    )
    const { user } = opened(openRequest({ modules: [waiting] }), '?tab=modules')
    await user.click(await screen.findByRole('button', { name: 'Add module' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(await dialog.findByRole('radio'))
    await user.click(dialog.getByRole('button', { name: 'Add module' }))
    await user.click(
      await dialog.findByRole('checkbox', { name: 'The module may belong to both change requests' }),
    )
    await user.click(dialog.getByRole('button', { name: 'Add module' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent).toEqual([
      { path: file.path, shareModule: false },
      { path: file.path, shareModule: true },
    ])
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(removed).toEqual([waiting.path]))
  })
})
