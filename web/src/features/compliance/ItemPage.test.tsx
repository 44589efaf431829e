import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import type { OpenPolicyItem } from '@/api/types'
import { collection, openItem, policyMapping, policyRef } from '@/testing/compliance'
import { connectApp } from '@/testing/connectApp'
import { ada, rita } from '@/testing/people'
import { view } from '@/testing/reader'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { ItemPage } from './ItemPage'
import { rememberList } from './lastList'

connectApp()
const server = startServer(ada)

function serving(item: OpenPolicyItem) {
  server.use(
    http.get(at('/compliance/policyItem/i1'), () => HttpResponse.json(item)),
    http.get(at('/compliance/policyItem/i1/comments'), () => HttpResponse.json([])),
    http.get(at('/compliance/policyItem/i1/history'), () =>
      HttpResponse.json([
        {
          id: 'e1',
          kind: 'status',
          before: 'not_assessed',
          after: 'compliant',
          why: 'Seen on site',
          by: 'li.author',
          on: '2026-03-01T09:00:00Z',
        },
      ]),
    ),
  )
}

/** Answers a change and remembers what was sent. */
function answering(path: string, reply: () => Response, method: 'post' | 'put' = 'put') {
  const sent: unknown[] = []
  server.use(
    http[method](at(path), async ({ request }) => {
      sent.push(await request.json())
      return reply()
    }),
  )
  return sent
}

const show = (me = ada) =>
  renderPage(<ItemPage id="i1" collection={collection('c1')} />, me, '/compliance/c1?item=i1')

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

it('shows the requirement clause by clause beside the text that answers it', async () => {
  const clauses = [{ id: 'p', marker: '(a)', text: 'Two pumps.' }]
  serving(openItem({ clauses, references: [policyRef({ policyClauseId: 'p', comment: 'See there' })] }))
  show(rita)
  expect(await screen.findByRole('heading', { level: 1, name: 'ORO.1 Fuel pumps' })).toBeVisible()
  expect(screen.getByText('The operator shall describe the pumps.')).toBeVisible()
  const link = screen.getByRole('link', { name: 'DMC-H160-A-28-00-00-00A-040A-A' })
  expect(link.getAttribute('href')).toContain(
    '#/library/H160/MEL?dm=DMC-H160-A-28-00-00-00A-040A-A_en-US&at=s1d-p1',
  )
  expect(screen.getByText('The pump sits in a cartridge.')).toBeVisible()
  const history = within(await screen.findByRole('list', { name: 'History' }))
  expect(history.getByText('Not assessed → Compliant')).toBeVisible()
  expect(history.getByText('Seen on site')).toBeVisible()
})

it('quotes the text as the viewer shows it, with what it applies to', async () => {
  serving(openItem({ references: [policyRef()] }))
  const html =
    '<article><p id="s1d-p1" data-applic-id="sb">The pump sits in a <em>cartridge</em>.</p></article>'
  const annotation = { id: 'sb', text: 'SB 12', reason: '', truth: 'unknown', pieces: 1, decidedBy: [] }
  const text = view('DMC-H160-A-28-00-00-00A-040A-A_en-US', { html })
  server.use(
    http.get(at('/view/default/*'), () =>
      HttpResponse.json({
        ...text,
        file: { ...text.file, versionId: '1' },
        applicability: { ...text.applicability, annotations: [annotation] },
      }),
    ),
  )
  show(rita)
  expect(await screen.findByText('cartridge')).toBeVisible()
  expect(screen.getByText('Applicability: SB 12')).toBeVisible()
})

it('shows the old and the new text of a changed paragraph, and lets an author confirm it', async () => {
  const changed = policyRef({
    textState: 'changed',
    currentQuote: 'The pump sits in a housing.',
    currentVersion: '2',
  })
  serving(openItem({ references: [changed] }))
  const sent = answering('/compliance/policyItem/policyRef', () =>
    HttpResponse.json(openItem({ references: [policyRef()] })),
  )
  const { user } = show()
  expect(await screen.findByText('The pump sits in a housing.')).toBeVisible()
  expect(screen.getByText('Text changed')).toBeVisible()
  const compare = screen.getByRole('link', { name: 'Compare versions' })
  expect(compare.getAttribute('href')).toContain('part=compare&v=1&with=2')
  await user.click(screen.getByRole('button', { name: 'Confirm text' }))
  const { version: policyItemVersion } = openItem()
  await waitFor(() =>
    expect(sent).toEqual([{ id: 'r1', version: 1, comment: '', confirmVersion: '2', policyItemVersion }]),
  )
})

it('shows what changed in the text since it was confirmed', async () => {
  const changed = policyRef({ state: 'recheck', textState: 'changed', currentVersion: '2' })
  serving(openItem({ references: [changed] }))
  const asked: (string | null)[] = []
  const review = {
    reference: changed,
    redline: [
      { kind: 'same', text: 'The pump sits in a ' },
      { kind: 'deleted', text: 'cartridge' },
      { kind: 'inserted', text: 'housing' },
    ],
    requirementRedline: [],
  }
  server.use(
    http.get(at('/compliance/reviews'), ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('policyItemId'))
      return HttpResponse.json({ items: [review], total: 1, pageNumber: 1, pageSize: 50 })
    }),
  )
  show(rita)
  const redline = within(await screen.findByLabelText('Change of the text'))
  expect(redline.getByText('cartridge').tagName).toBe('DEL')
  expect(redline.getByText('housing').tagName).toBe('INS')
  expect(asked).toEqual(['i1'])
})

it('shows the newer text when another version than the confirmed one is there', async () => {
  const changed = { textState: 'changed', currentVersion: '2' }
  serving(openItem({ references: [policyRef({ ...changed, currentQuote: 'It sits in a housing.' })] }))
  const newest = policyRef({ ...changed, currentVersion: '3', currentQuote: 'It sits in a frame.' })
  answering('/compliance/policyItem/policyRef', () => {
    serving(openItem({ references: [newest] }))
    return problem(409, 'changed_meanwhile', 'Somebody else changed it')
  })
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Confirm text' }))
  expect(await screen.findByText('Somebody else changed it')).toBeVisible()
  expect(await screen.findByText('It sits in a frame.')).toBeVisible()
  expect(screen.queryByText('It sits in a housing.')).toBeNull()
})

it('asks to check a reference again whose requirement changed', async () => {
  serving(openItem({ references: [policyRef({ state: 'recheck' })] }))
  show()
  expect(await screen.findByText('Text unchanged')).toBeVisible()
  expect(screen.getByText('To check again')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Confirm text' })).toBeVisible()
})

it('confirms a reference to a manual, which has no version', async () => {
  const whole = {
    target: 'manual',
    path: '',
    anchor: '',
    quote: '',
    currentQuote: '',
    currentVersion: undefined,
  }
  serving(openItem({ references: [policyRef({ ...whole, state: 'recheck' })] }))
  const sent = answering('/compliance/policyItem/policyRef', () => HttpResponse.json(openItem()))
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Confirm text' }))
  await waitFor(() => expect(sent).toMatchObject([{ id: 'r1', confirmVersion: '' }]))
})

it('loads older entries of a long history', async () => {
  serving(openItem())
  const asked: (string | null)[] = []
  server.use(
    http.get(at('/compliance/policyItem/i1/history'), ({ request }) => {
      const before = new URL(request.url).searchParams.get('before')
      asked.push(before)
      const entry = { kind: 'created', before: '', after: '', by: 'li.author', on: '2026-03-01T09:00:00Z' }
      const newest = Array.from({ length: 500 }, (_, index) => ({ ...entry, id: `e${index}`, why: '' }))
      return HttpResponse.json(before === null ? newest : [{ ...entry, id: 'first', why: 'The beginning' }])
    }),
  )
  const { user } = show(rita)
  await user.click(await screen.findByRole('button', { name: 'Show older entries' }))
  expect(await screen.findByText('The beginning')).toBeVisible()
  expect(asked).toEqual([null, 'e499'])
  expect(screen.queryByRole('button', { name: 'Show older entries' })).toBeNull()
})

it('tells the history in words', async () => {
  serving(openItem())
  const entry = { why: '', by: 'li.author', on: '2026-03-01T09:00:00Z' }
  server.use(
    http.get(at('/compliance/policyItem/i1/history'), () =>
      HttpResponse.json([
        { ...entry, id: 'e1', kind: 'updated', before: '', after: 'policyItemCode, isAssessable' },
        { ...entry, id: 'e2', kind: 'scope', before: 'in', after: 'out · AZB' },
        { ...entry, id: 'e5', kind: 'meansEnded', before: 'exemption E-7 · FOCA', after: '' },
        { ...entry, id: 'e3', kind: 'recheck', before: 'The pump.', after: '' },
        { ...entry, id: 'e4', kind: 'somethingNew', before: '', after: '' },
      ]),
    ),
  )
  show(rita)
  expect(await screen.findByText('No references yet.')).toBeVisible()
  const history = await screen.findByRole('list', { name: 'History' })
  expect(within(history).getByText('Code · To be assessed')).toBeVisible()
  expect(within(history).getByText('In scope → Out of scope · AZB')).toBeVisible()
  expect(within(history).getByText('Exemption E-7 · FOCA')).toBeVisible()
  expect(history).toHaveTextContent('set a reference to “To check again”')
  expect(history).not.toHaveTextContent(/policyItemCode|isAssessable|compliance\./)
})

it('asks for a reason where a requirement does not apply', async () => {
  serving(openItem())
  const sent = answering('/compliance/policyItem/status', () =>
    HttpResponse.json(openItem({ status: 'not_applicable' })),
  )
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Set status' }))
  const form = await dialog('Set status')
  await user.click(form.getByRole('radio', { name: 'Not applicable' }))
  const save = form.getByRole('button', { name: 'Set status' })
  expect(save).toHaveAttribute('aria-disabled', 'true')
  await user.type(form.getByRole('textbox', { name: 'Reason' }), 'No hoist')
  await user.click(save)
  await waitFor(() =>
    expect(sent).toEqual([{ id: 'i1', version: 4, status: 'not_applicable', why: 'No hoist' }]),
  )
})

it('tells the second officer that somebody was faster, and keeps what was typed', async () => {
  serving(openItem())
  answering('/compliance/policyItem/status', () =>
    problem(409, 'changed_meanwhile', 'Somebody else changed it'),
  )
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Set status' }))
  const form = await dialog('Set status')
  await user.click(form.getByRole('radio', { name: 'Compliant' }))
  await user.click(form.getByRole('button', { name: 'Set status' }))
  expect(await form.findByText('Somebody else changed it')).toBeVisible()
  expect(form.getByRole('radio', { name: 'Compliant' })).toBeChecked()
})

it('lets an approver decide about a proposed status', async () => {
  const by = { account: 'li.author', name: 'Li Na' }
  serving(
    openItem({
      proposal: { status: 'compliant', by, on: '2026-03-01T09:00:00Z' },
      abilities: { mayEdit: true, maySignOff: true, mayDelete: false },
    }),
  )
  const sent = answering('/compliance/policyItem/signOff', () => HttpResponse.json(openItem()))
  const { user } = show()
  expect(await screen.findByText('Li Na proposed the status “Compliant”.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Sign off' }))
  const form = await dialog('Sign off')
  await user.click(form.getByRole('radio', { name: 'Reject the status' }))
  expect(form.getByRole('button', { name: 'Reject' })).toHaveAttribute('aria-disabled', 'true')
  await user.click(form.getByRole('radio', { name: 'Accept the status' }))
  await user.click(form.getByRole('button', { name: 'Sign off' }))
  await waitFor(() => expect(sent).toEqual([{ id: 'i1', version: 4, accepted: true, why: '' }]))
})

it('has no actions for readers', async () => {
  const references = [policyRef({ state: 'recheck' })]
  serving(openItem({ references, abilities: { mayEdit: false, maySignOff: false, mayDelete: false } }))
  show(rita)
  await screen.findByRole('heading', { level: 1 })
  for (const name of ['Set status', 'Update', 'Add reference', 'Delete', 'Delete reference', 'Sign off']) {
    expect(screen.queryByRole('button', { name })).toBeNull()
  }
})

it('shows an imported requirement once, and what a version changed in it', async () => {
  const clauses = [{ id: 'p', marker: '(a)', text: 'Three pumps.' }]
  serving(openItem({ text: '(a) Three pumps.', clauses, needsRecheck: true }))
  server.use(
    http.get(at('/compliance/policyItem/i1/wordings'), () =>
      HttpResponse.json([
        {
          collectionVersion: '1',
          policyItemCode: 'ORO.1',
          title: 'Fuel pumps',
          guidance: 'Ask Ann',
          replacedOn: '2026-03-01T09:00:00Z',
          redline: [
            { kind: 'deleted', text: 'Two' },
            { kind: 'inserted', text: 'Three' },
            { kind: 'same', text: ' pumps.' },
          ],
        },
      ]),
    ),
    http.get(at('/compliance/policyItem/i1/mappings'), () => HttpResponse.json([policyMapping('m1')])),
  )
  show(rita)
  expect(await screen.findByText('To assess again')).toBeVisible()
  expect(screen.queryByText('(a) Three pumps.', { ignore: 'option' })).toBeNull()
  const redline = await screen.findByLabelText('Old and new text')
  expect(within(redline).getByText('Two').tagName).toBe('DEL')
  expect(screen.getByText('Guidance until then')).toBeVisible()
  expect(screen.getByText('Ask Ann')).toBeVisible()
  expect(await screen.findByRole('link', { name: 'Audit Q.1' })).toHaveAttribute(
    'href',
    '#/compliance/c2?item=m1-c2',
  )
})

it('asks what references of a withdrawn requirement are for', async () => {
  serving(openItem({ isWithdrawn: true, isAssessable: false, references: [policyRef()] }))
  show(rita)
  expect(await screen.findByText('The regulation no longer contains this requirement')).toBeVisible()
})

it('shows the text that applies later beside the one that applies now', async () => {
  const futureTexts = [
    { clause: '(a)/(1)', text: 'Three pumps.', applicable: '1 May 2027', applicableDate: '2027-05-01' },
  ]
  serving(openItem({ futureTexts }))
  show(rita)
  const card = within(await screen.findByRole('region', { name: 'Applies later' }))
  expect(card.getByText('Three pumps.')).toBeVisible()
  expect(card.getByText('(a)(1) · from 2027/05/01')).toBeVisible()
})

it('goes to the next requirement by a key, but not over a comment that is not sent', async () => {
  rememberList('/compliance/c1', [
    { id: 'i1', path: '/c1/i1' },
    { id: 'i2', path: '/c1/i2' },
  ])
  serving(openItem())
  const { user, place } = show(rita)
  const comment = await screen.findByRole('textbox', { name: 'Comment' })
  const press = async () => {
    await user.click(screen.getByRole('heading', { level: 1 }))
    await user.keyboard('j')
  }
  await user.type(comment, 'Which pumps?')
  await press()
  expect(place()).toBe('/compliance/c1?item=i1')
  await user.clear(comment)
  await press()
  await waitFor(() => expect(place()).toBe('/compliance/c1?item=i2'))
})
