import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import type { OpenPolicyItem } from '@/api/types'
import { openItem, policyRef } from '@/testing/compliance'
import { connectApp } from '@/testing/connectApp'
import { file, manual } from '@/testing/library'
import { ada } from '@/testing/people'
import { view } from '@/testing/reader'
import { renderPage } from '@/testing/renderPage'
import { searchAnswer, searchItem } from '@/testing/search'
import { at, problem, startServer } from '@/testing/server'
import { ReferenceDialog } from './ReferenceDialog'

connectApp()
const server = startServer(ada)
const path = '/H160/MEL/DMC-A_en-US.XML'
const address = 'https://a.example/#/library/H160/MEL'

/** Serves the module; gives the queries of its text and the references that were sent. */
function serving() {
  const read: string[] = []
  const sent: unknown[] = []
  server.use(
    http.get(at('/csdb/manual'), () => HttpResponse.json([manual('H160', 'MEL')])),
    http.get(at(`/view/default${path}`), ({ request }) => {
      const { search, searchParams } = new URL(request.url)
      read.push(search)
      const versionId = searchParams.get('version') ?? '77'
      return HttpResponse.json(view('DMC-A_en-US', { file: file('DMC-A_en-US', { versionId }) }))
    }),
    http.post(at('/compliance/policyItem/policyRef'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(openItem())
    }),
  )
  return { read, sent }
}

async function open(item: OpenPolicyItem = openItem(), way = 'Paste a link') {
  const onClose = vi.fn()
  const { user } = renderPage(<ReferenceDialog item={item} onClose={onClose} />, ada)
  const form = within(await screen.findByRole('dialog', { name: 'Add reference' }))
  await user.click(form.getByRole('radio', { name: way }))
  const paste = async (text: string) => {
    const link = form.getByRole('textbox', { name: 'Link' })
    await user.clear(link)
    await user.click(link)
    await user.paste(text)
    return link
  }
  return { user, form, paste, add: form.getByRole('button', { name: 'Add reference' }), onClose }
}

it('shows the paragraph of a copied link, and refers to the version that is shown', async () => {
  const { sent } = serving()
  const { user, form, paste, add, onClose } = await open()
  expect(add).toHaveAttribute('aria-disabled', 'true')
  await paste(`${address}?dm=DMC-A_en-US&at=s1d-p`)
  expect(await form.findByText('The hoist.')).toBeVisible()
  await user.click(add)
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const { version: policyItemVersion } = openItem()
  const place = { path, version: '77', anchor: 's1d-p' }
  expect(sent).toEqual([{ policyItemId: 'i1', policyItemVersion, place, comment: '', why: '' }])
})

it('gives a reference an owner and a review date of its own', async () => {
  const { sent } = serving()
  const { user, form, paste, add } = await open()
  await paste(`${address}?dm=DMC-A_en-US&at=s1d-p`)
  expect(await form.findByText('The hoist.')).toBeVisible()
  await user.type(form.getByRole('combobox', { name: 'Owner' }), 'li.author')
  await user.type(form.getByLabelText('Review date'), '2027-01-31')
  await user.click(add)
  await waitFor(() => expect(sent).toMatchObject([{ owner: 'li.author', reviewDate: '2027-01-31' }]))
})

it('takes the version from the link', async () => {
  const { read, sent } = serving()
  const { user, form, paste, add } = await open()
  await paste(`${address}?dm=DMC-A_en-US&at=s1d-p&v=12`)
  expect(await form.findByText(/The link is to another version/)).toBeVisible()
  expect(read).toEqual(['?version=12'])
  await user.click(add)
  await waitFor(() => expect(sent).toMatchObject([{ place: { path, version: '12', anchor: 's1d-p' } }]))
})

it('adds nothing for a paragraph that is not in the module', async () => {
  serving()
  const { form, paste, add } = await open()
  await paste(`${address}?dm=DMC-A_en-US&at=s1d-other`)
  expect(await form.findByText('This paragraph is not in the module.')).toBeVisible()
  expect(add).toHaveAttribute('aria-disabled', 'true')
})

it('says why the text of a link cannot be shown', async () => {
  serving()
  server.use(http.get(at(`/view/default${path}`), () => problem(404, 'file.not_found', 'No such file')))
  const { form, paste, add } = await open()
  await paste(`${address}?dm=DMC-A_en-US`)
  expect(await form.findByText('No such file')).toBeVisible()
  expect(add).toHaveAttribute('aria-disabled', 'true')
})

it.each(['nowhere', '#/library/%/x'])('refuses the link %s', async (text) => {
  serving()
  const { paste, add } = await open()
  const link = await paste(text)
  await waitFor(() => expect(link).toHaveAccessibleDescription(/not a link to a paragraph/))
  expect(add).toHaveAttribute('aria-disabled', 'true')
})

it('refers to a chapter of the contents of a manual, from a clause', async () => {
  const { sent } = serving()
  server.use(
    http.get(at('/compliance/chapters/default/H160/MEL'), () =>
      HttpResponse.json([
        { name: '3 / 28', title: 'Fuel' },
        { name: 'Front matter', title: 'Front matter' },
      ]),
    ),
  )
  const clauses = [{ id: 'p', marker: '(a)', text: 'Two pumps.' }]
  const { user, form, add } = await open(openItem({ clauses }), 'Manual or chapter')
  await waitFor(() => expect(form.getByRole('option', { name: 'H160/MEL' })).toBeInTheDocument())
  await user.selectOptions(form.getByRole('combobox', { name: 'Manual' }), 'H160/MEL')
  expect(await form.findByRole('option', { name: 'Front matter' })).toBeInTheDocument()
  expect(form.getByRole('combobox', { name: 'Chapter' })).toHaveDisplayValue('The whole manual')
  await user.selectOptions(form.getByRole('combobox', { name: 'Chapter' }), '3 / 28 Fuel')
  await user.selectOptions(form.getByRole('combobox', { name: 'Clause' }), '(a) Two pumps.')
  await user.click(add)
  const place = { path: '/H160/MEL', chapter: '3 / 28' }
  await waitFor(() => expect(sent).toMatchObject([{ policyItemId: 'i1', policyClauseId: 'p', place }]))
})

it('finds a paragraph by its words, and refers to it as it is shown', async () => {
  const { sent } = serving()
  const asked: unknown[] = []
  server.use(
    http.post(at('/files/fts/default'), async ({ request }) => {
      asked.push(await request.json())
      const hit = searchItem('DMC-A_en-US', { path, versionId: '77', anchor: 's1d-p', title: 'Hoist' })
      return HttpResponse.json(searchAnswer([hit]))
    }),
  )
  const { user, form, add } = await open(openItem(), 'Search all manuals')
  await user.type(form.getByRole('searchbox', { name: 'Search the manuals' }), 'hoist')
  await user.click(await form.findByRole('button', { name: /^Hoist/ }))
  expect(await form.findByText('Selected: The hoist.')).toBeVisible()
  expect(asked.at(-1)).toMatchObject({ searchText: 'hoist', lane: 'working' })
  await user.click(add)
  await waitFor(() => expect(sent).toMatchObject([{ place: { path, version: '77', anchor: 's1d-p' } }]))
})

it('chooses a paragraph in the text of a module, by pointer or by key', async () => {
  const { sent } = serving()
  server.use(
    http.get(at('/dm/getAllDmListWithPage'), () => {
      const items = [file('DMC-A_en-US', { path, title: 'Hoist' })]
      return HttpResponse.json({ items, total: 1, pageNumber: 1, pageSize: 12 })
    }),
  )
  const { user, form, add } = await open(openItem(), 'Choose in a manual')
  await waitFor(() => expect(form.getByRole('option', { name: 'H160/MEL' })).toBeInTheDocument())
  await user.selectOptions(form.getByRole('combobox', { name: 'Manual' }), 'H160/MEL')
  await user.click(await form.findByRole('radio', { name: /^Hoist/ }))
  await user.click(await form.findByText('The hoist.'))
  expect(form.getByText('Selected: The hoist.')).toBeVisible()
  form.getByRole('group', { name: /^Text of/ }).focus()
  await user.keyboard('{ArrowUp}')
  expect(form.getByText('Selected: 1 General')).toBeVisible()
  await user.click(add)
  await waitFor(() => expect(sent).toMatchObject([{ place: { path, version: '77', anchor: 's1d-a' } }]))
})

it('changes the comment of a reference and leaves its place', async () => {
  const sent: unknown[] = []
  server.use(
    http.put(at('/compliance/policyItem/policyRef'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(openItem())
    }),
  )
  const reference = policyRef({ comment: 'Old' })
  const item = openItem({ references: [reference] })
  const onClose = vi.fn()
  const { user } = renderPage(<ReferenceDialog item={item} reference={reference} onClose={onClose} />, ada)
  const form = within(await screen.findByRole('dialog', { name: 'Update reference' }))
  expect(form.getByRole('radio', { name: 'Keep the place' })).toBeChecked()
  const comment = form.getByRole('textbox', { name: 'Comment' })
  await user.clear(comment)
  await user.type(comment, 'New')
  await user.click(form.getByRole('button', { name: 'Update reference' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const { version: policyItemVersion } = item
  expect(sent).toEqual([{ id: 'r1', version: 1, policyItemVersion, comment: 'New', why: '' }])
})
