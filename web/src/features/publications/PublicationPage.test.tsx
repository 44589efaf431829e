import { cleanup, screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { publicationQuery } from '@/api/publications'
import { queryClient } from '@/api/queries'
import type { OpenPublication } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { jobOf } from '@/testing/jobs'
import { ada, paula, rita } from '@/testing/people'
import { openPublication, publicationOf } from '@/testing/publications'
import { renderRoute } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { PublicationPage } from './PublicationPage'

connectApp()
const server = startServer(ada)

const show = (me = paula) =>
  renderRoute(<PublicationPage />, ['/publications/:id'], me, '/publications/pub-1')

function serving(given: Partial<OpenPublication> = {}) {
  const sent: unknown[] = []
  const open = openPublication(given)
  server.use(
    http.get(at('/publications/pub-1'), () => HttpResponse.json(open)),
    http.post(at('/jobs'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(jobOf({ jobName: 'exportFormalAta2300' }))
    }),
    http.post(at('/publications/pub-1/withdraw'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(open)
    }),
  )
  return sent
}

it('shows approval, files and hashes', async () => {
  const approval = {
    approbationAuthority: 'EASA',
    revisionDate: '2026-11-17',
    approvedBy: 'A. Person',
    jobTitle: 'Inspector',
    approvalReference: 'EASA.1',
  }
  serving({ publication: publicationOf({ state: 'approved', approval }) })
  show(rita)
  expect(await screen.findByRole('heading', { level: 1, name: '#3 · Revision 4.1' })).toBeVisible()
  for (const text of ['EASA', 'Inspector', 'EASA.1', '2026/11/17', 'ab'.repeat(32)]) {
    expect(screen.getByText(text)).toBeVisible()
  }
  expect(screen.getByRole('button', { name: 'H160-MEL-4.1-s1000d-complete.zip' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
})

it('says whom its files were filtered for, with the fleet of that time', async () => {
  const publication = publicationOf({
    profiles: ['Azure', 'Hoist'],
    aircraft: ['QZ-HAC'],
    publishedFor: [
      { name: 'Azure', isAircraft: false, aircraft: ['QZ-HAA', 'QZ-HAB'] },
      { name: 'Hoist', isAircraft: false, aircraft: [] },
      { name: 'QZ-HAC', isAircraft: true, aircraft: ['QZ-HAC'] },
    ],
  })
  const report = { size: 200, mediaType: 'application/json', sha256: 'cd'.repeat(32), isLetter: false }
  const artifacts = [{ ...report, fileName: 'H160-MEL-4.1-for-Azure-draft-filter-findings.json' }]
  serving({ publication, artifacts })
  show()
  for (const text of ['Azure: QZ-HAA, QZ-HAB', 'Hoist (by properties)']) {
    expect(await screen.findByText(text)).toBeVisible()
  }
  expect(screen.getAllByText('QZ-HAC')).toHaveLength(2)
  expect(screen.getByText('What was removed, and references to removed text')).toBeVisible()
})

it('leads from the signature to the key', async () => {
  const signature = {
    fileName: 'manifest.sig',
    size: 200,
    mediaType: 'application/json',
    sha256: 'cd'.repeat(32),
  }
  serving({ artifacts: [{ ...signature, isLetter: false }] })
  show(rita)
  const link = await screen.findByRole('link', { name: 'Check the signature' })
  expect(link).toHaveAttribute('href', '#/publications/key')
})

it('says which of two books is the one to use', async () => {
  const book = { size: 200, mediaType: 'application/pdf', sha256: 'cd'.repeat(32), isLetter: false }
  const names = ['H160-MEL-4.1.pdf', 'H160-MEL-4.1-reviewed.pdf']
  serving({ artifacts: names.map((fileName) => ({ ...book, fileName })) })
  show(rita)
  const row = async (name: string) => (await screen.findByRole('button', { name })).closest('tr')
  expect(await row('H160-MEL-4.1-reviewed.pdf')).toHaveTextContent('Not for use')
  expect(await row('H160-MEL-4.1.pdf')).not.toHaveTextContent('Not for use')
})

it('tells the languages of each file, those that the reader knows first', async () => {
  const file = { size: 200, sha256: 'cd'.repeat(32), isLetter: false }
  serving({
    languages: ['en-US', 'zh-CN'],
    artifacts: [
      { ...file, fileName: 'chinese.pdf', mediaType: 'application/pdf', languages: ['zh-CN'] },
      { ...file, fileName: 'manifest.json', mediaType: 'application/json' },
      { ...file, fileName: 'site.zip', mediaType: 'application/zip', languages: ['en-US', 'zh-CN'] },
    ],
  })
  show(rita)
  const table = await screen.findByRole('table', { name: 'Files' })
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows.map((row) => within(row).getByRole('button').textContent)).toEqual([
    'site.zip',
    'chinese.pdf',
    'manifest.json',
  ])
  expect(rows[0]).toHaveTextContent(/English.*Chinese/)
  expect(rows[2]).toHaveTextContent('–')
})

it('warns of files that were withdrawn', async () => {
  serving({ publication: publicationOf({ state: 'withdrawn', withdrawalReason: 'Wrong limit' }) })
  show(rita)
  expect(await screen.findByText('Withdrawn. Do not use these files.')).toBeVisible()
})

it('leads to the publications before and after it, and to its change request', async () => {
  serving({
    publication: publicationOf({ state: 'superseded', changeRequestId: 'crq-1' }),
    since: { id: 'pub-0', number: 2, revision: '4.0' },
    supersededBy: { id: 'pub-2', number: 4, revision: '4.2' },
    changeRequestNumber: 7,
  })
  show(rita)
  expect(await screen.findByText('A later publication is valid.')).toBeVisible()
  expect(screen.getByRole('link', { name: '#4 · Revision 4.2' })).toHaveAttribute(
    'href',
    '#/publications/pub-2',
  )
  expect(screen.getByRole('link', { name: '#2 · Revision 4.0' })).toHaveAttribute(
    'href',
    '#/publications/pub-0',
  )
  expect(screen.getByRole('link', { name: '#7' })).toHaveAttribute('href', '#/change-requests/crq-1')
})

it('warns before an approval that modules are not released', async () => {
  serving({ publication: publicationOf({ state: 'readyForApprove' }), mayApprove: true, unreleasedCount: 2 })
  show()
  expect(
    await screen.findByText(
      '2 modules or images are no longer released. The publication cannot be approved.',
    ),
  ).toBeVisible()
})

it('asks for every approval field before it approves', async () => {
  const sent = serving({ publication: publicationOf({ state: 'readyForApprove' }), mayApprove: true })
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Approve' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Approve revision 4.1' }))
  await user.click(dialog.getByRole('button', { name: 'Approve' }))
  expect(await dialog.findAllByText('This field is empty')).toHaveLength(5)
  expect(sent).toEqual([])
  await user.type(dialog.getByLabelText(/Approving authority/), 'EASA')
  await user.type(dialog.getByLabelText(/Revision date/), '2026-11-17')
  await user.type(dialog.getByLabelText(/Approved by/), 'A. Person')
  await user.type(dialog.getByLabelText(/Job title/), 'Inspector')
  await user.type(dialog.getByLabelText(/Approval reference/), 'EASA.1')
  await user.click(dialog.getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText('Approval started. You are notified when it is done.')).toBeVisible()
  expect(sent).toEqual([
    {
      jobName: 'exportFormalAta2300',
      parameterMap: {
        csdbName: 'H160',
        manualName: 'MEL',
        publication: 'pub-1',
        approbationAuthority: 'EASA',
        revisionDate: '2026-11-17',
        approvedBy: 'A. Person',
        jobTitle: 'Inspector',
        approvalReference: 'EASA.1',
      },
    },
  ])
})

it('keeps the approval fields while the person is at the sign-in page of their provider', async () => {
  serving({ publication: publicationOf({ state: 'readyForApprove' }), mayApprove: true })
  const asked = vi.fn()
  server.use(
    http.post(at('/jobs'), () => {
      asked()
      // The page is left before the call that waits for the proof ends.
      return new Promise<never>(() => {})
    }),
  )
  const opened = async () => {
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    return { user, dialog: within(screen.getByRole('dialog', { name: 'Approve revision 4.1' })) }
  }
  const first = await opened()
  await first.user.type(first.dialog.getByLabelText(/Approving authority/), 'EASA')
  await first.user.type(first.dialog.getByLabelText(/Revision date/), '2026-11-17')
  await first.user.type(first.dialog.getByLabelText(/Approved by/), 'A. Person')
  await first.user.type(first.dialog.getByLabelText(/Job title/), 'Inspector')
  await first.user.type(first.dialog.getByLabelText(/Approval reference/), 'EASA.1')
  await first.user.click(first.dialog.getByRole('button', { name: 'Approve' }))
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce())
  cleanup()

  const second = await opened()
  expect(second.dialog.getByLabelText(/Approving authority/)).toHaveValue('EASA')
  expect(second.dialog.getByLabelText(/Revision date/)).toHaveValue('2026-11-17')
  expect(second.dialog.getByLabelText(/Approval reference/)).toHaveValue('EASA.1')
  await second.user.click(second.dialog.getByRole('button', { name: 'Cancel' }))
  await second.user.click(screen.getByRole('button', { name: 'Approve' }))
  const third = within(screen.getByRole('dialog', { name: 'Approve revision 4.1' }))
  expect(third.getByLabelText(/Approving authority/)).toHaveValue('')
})

it('lists the findings of books and websites in words, and tells an approver their number', async () => {
  const fileName = 'H160-MEL-4.1-pdf-findings.json'
  serving({
    publication: publicationOf({ state: 'readyForApprove' }),
    mayApprove: true,
    findings: {
      count: 250,
      items: [
        { fileName, code: 'warningMissing', object: 'DMC-H160-A-32-00-00-00A-040A-D_en-US', detail: 'w-001' },
        { fileName, code: 'pictureNotPrinted', object: 'ICN-H160-A.CGM', detail: '' },
        { fileName, code: 'ofTheFuture', object: '', detail: 'x' },
      ],
    },
  })
  const { user } = show()
  const heading = await screen.findByRole('heading', { name: '250 findings in books and websites' })
  expect(heading).toBeVisible()
  expect(screen.getByText('Text of a warning or caution missing')).toBeVisible()
  const module = screen.getByRole('link', { name: 'DMC-H160-A-32-00-00-00A-040A-D_en-US' })
  expect(module).toHaveAttribute('href', expect.stringContaining('H160'))
  expect(screen.getByText('ICN-H160-A.CGM')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'ICN-H160-A.CGM' })).toBeNull()
  expect(screen.getByText('ofTheFuture')).toBeVisible()
  expect(screen.getByText('and 247 more in the files')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText(/The book or website has 250 findings/)).toBeVisible()
})

it('withdraws the version that was shown, with a reason', async () => {
  const sent = serving({ publication: publicationOf({ state: 'approved', version: 4 }), mayWithdraw: true })
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Withdraw' }))
  expect(await dialog.findByText('The reason is empty')).toBeVisible()
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Wrong limit')
  await user.click(dialog.getByRole('button', { name: 'Withdraw' }))
  expect(await screen.findByText('Publication withdrawn.')).toBeVisible()
  expect(sent).toEqual([{ version: 4, reason: 'Wrong limit' }])
})

it('asks nothing about the publication that was left', async () => {
  serving({ publication: publicationOf({ state: 'approved' }), mayWithdraw: true })
  const other = openPublication({ publication: publicationOf({ id: 'pub-2', revision: '5.0' }) })
  queryClient.setQueryData(publicationQuery('pub-2').queryKey, other)
  server.use(http.get(at('/publications/pub-2'), () => HttpResponse.json(other)))
  const { user, go } = show()
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }))
  await screen.findByRole('dialog')
  await go('/publications/pub-2')
  expect(await screen.findByRole('heading', { name: /5\.0/ })).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('keeps the dialog open when the server refuses', async () => {
  serving({ publication: publicationOf({ state: 'approved' }), mayWithdraw: true })
  server.use(
    http.post(at('/publications/pub-1/withdraw'), () =>
      problem(409, 'publication.state', 'Not in this state'),
    ),
  )
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Wrong limit')
  await user.click(dialog.getByRole('button', { name: 'Withdraw' }))
  expect(await dialog.findByText('Not in this state')).toBeVisible()
})

it('tells what changed since the publication before, with its redline', async () => {
  serving({
    publication: publicationOf({ snapshot: '9' }),
    previous: { id: 'pub-0', number: 2, revision: '4.0', snapshot: '7', changedCount: 12 },
  })
  const items = Array.from({ length: 12 }, (_, at) => ({
    path: `/H160/MEL/DMC-${at}_en-US.XML`,
    title: `Module ${at}`,
    state: at === 0 ? 'new' : 'changed',
    viewed: false,
    newVersion: '2',
    ...(at === 0 ? {} : { oldVersion: '1' }),
  }))
  const asked: string[] = []
  server.use(
    http.get(at('/redline/default/H160/MEL'), ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json({
        states: ['7', '9'],
        sections: [],
        counts: { new: 1, changed: 11, removed: 0, pictures: 0, viewed: 0 },
        page: { items, total: 12, pageNumber: 1, pageSize: 100 },
      })
    }),
  )
  show(rita)
  const card = within(await screen.findByRole('region', { name: 'Changes' }))
  expect(card.getByText(/12 modules changed since/)).toBeVisible()
  expect(card.getByRole('link', { name: 'Show redline' })).toHaveAttribute(
    'href',
    '#/library/H160/MEL?part=changes&v=revision%3A7&with=revision%3A9',
  )
  expect(await card.findByRole('link', { name: 'Module 9' })).toHaveAttribute(
    'href',
    '#/library/H160/MEL?dm=DMC-9_en-US&part=compare&v=revision%3A7&with=revision%3A9',
  )
  expect(card.queryByRole('link', { name: 'Module 10' })).toBeNull()
  expect(card.getByText('and 2 more in the redline')).toBeVisible()
  expect(asked[0]).toContain('left=revision%3A7')
})

it('keeps the letters with the approval', async () => {
  const letter = { size: 200, mediaType: 'application/octet-stream', sha256: 'cd'.repeat(32), isLetter: true }
  serving({
    publication: publicationOf({ state: 'approved', approved: { by: 'paula', on: '2026-03-04T05:06:07Z' } }),
    artifacts: [{ ...letter, fileName: 'letter-EASA.pdf' }],
  })
  show(rita)
  const card = within(await screen.findByRole('region', { name: 'Approval' }))
  expect(card.getByRole('button', { name: 'letter-EASA.pdf' })).toBeVisible()
  expect(screen.getByText('No files')).toBeVisible()
})

it('takes the acknowledgement of a reader who was asked for it', async () => {
  serving({
    publication: publicationOf({ state: 'approved' }),
    marks: { askedOn: '2026-03-04T05:06:07Z', isOpen: true, hasLeft: false },
  })
  const acknowledged = { acknowledgedOn: '2026-03-05T05:06:07Z', isOpen: false, hasLeft: false }
  server.use(
    http.post(at('/publications/pub-1/acknowledge'), () => {
      serving({ publication: publicationOf({ state: 'approved' }), marks: acknowledged })
      return HttpResponse.json(acknowledged)
    }),
  )
  const { user } = show(rita)
  expect(await screen.findByText('You are asked to read and acknowledge this publication.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Read the released version' })).toHaveAttribute(
    'href',
    '#/library/H160/MEL?lane=released',
  )
  await user.click(screen.getByRole('button', { name: 'Read and acknowledged' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Acknowledge' }))
  expect(await screen.findByText(/^You acknowledged it on/)).toBeVisible()
})

it('tells an approver why they cannot approve', async () => {
  const created = { by: paula.user.account, on: '2026-03-04T05:06:07Z' }
  serving({ publication: publicationOf({ state: 'readyForApprove', created }) })
  const { user } = show(paula)
  const approve = await screen.findByRole('button', { name: 'Approve' })
  expect(approve).toHaveAttribute('aria-disabled', 'true')
  await user.click(approve)
  expect(screen.queryByRole('dialog')).toBeNull()
})
