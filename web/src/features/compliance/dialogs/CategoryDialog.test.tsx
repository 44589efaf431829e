import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { deleteCategory } from '@/api/compliance'
import { category, collection } from '@/testing/compliance'
import { connectApp } from '@/testing/connectApp'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { CategoryDialog } from './CategoryDialog'
import { DeleteDialog } from './DeleteDialog'

connectApp()
const server = startServer(ada)
const training = category('/c1/a')

it.each([
  ['Create New Policy Category', false, undefined],
  ['Create New Sub Policy Category', true, undefined],
  ['Update Policy Category', false, training],
  ['Update Sub Policy Category', true, training],
])('is titled as specified: %s', async (title, isSub, given) => {
  renderPage(
    <CategoryDialog parentPath="/c1" isSub={isSub} category={given} onClose={() => undefined} />,
    ada,
  )
  expect(await screen.findByRole('dialog', { name: title })).toBeVisible()
})

it('needs a name, and sends the version that was read', async () => {
  const sent: unknown[] = []
  server.use(
    http.put(at('/compliance/policyCategory/a'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(training)
    }),
  )
  const onClose = vi.fn()
  const { user } = renderPage(
    <CategoryDialog parentPath="/c1" isSub={false} category={training} onClose={onClose} />,
    ada,
  )
  const form = within(await screen.findByRole('dialog'))
  const name = form.getByRole('textbox', { name: 'Name' })
  await user.clear(name)
  expect(form.getByRole('button', { name: 'Update' })).toHaveAttribute('aria-disabled', 'true')
  await user.type(name, 'Crew')
  await user.click(form.getByRole('button', { name: 'Update' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent).toEqual([{ version: 1, policyCategoryCode: 'ORO', name: 'Crew' }])
})

it('deletes a category for good', async () => {
  const sent: unknown[] = []
  server.use(
    http.put(at('/compliance/policyCategory/delete'), async ({ request }) => {
      sent.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { user } = renderPage(
    <DeleteDialog
      kind="category"
      name="Organisation"
      subject={training}
      remove={deleteCategory}
      onClose={() => undefined}
    />,
    ada,
  )
  const confirm = within(await screen.findByRole('dialog', { name: 'Delete Policy Category' }))
  await user.click(confirm.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Operation successful!')).toBeVisible()
  expect(sent).toEqual([{ policyCategoryPath: '/c1/a', version: 1 }])
})

it('shows why a deletion failed', async () => {
  server.use(
    http.put(at('/compliance/policyCategory/delete'), () =>
      problem(409, 'changed_meanwhile', 'Somebody else changed it'),
    ),
  )
  const { user } = renderPage(
    <DeleteDialog
      kind="category"
      name="Organisation"
      subject={training}
      remove={deleteCategory}
      onClose={() => undefined}
    />,
    ada,
  )
  const confirm = within(await screen.findByRole('dialog'))
  await user.click(confirm.getByRole('button', { name: 'Delete' }))
  expect(await confirm.findByText('Somebody else changed it')).toBeVisible()
  // What is there now must be seen before it is deleted.
  expect(confirm.getByRole('button', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true')
})

it('keeps the reason of a deletion on Escape', async () => {
  const onClose = vi.fn()
  const remove = async () => undefined
  const { user } = renderPage(
    <DeleteDialog kind="reference" name="ORO.1" subject={training} remove={remove} onClose={onClose} />,
    ada,
  )
  const confirm = within(await screen.findByRole('dialog'))
  await user.type(confirm.getByRole('textbox', { name: 'Reason' }), 'Moved{Escape}')
  expect(onClose).not.toHaveBeenCalled()
})

it('loads the change of another person and shows it beside what was typed', async () => {
  const sent: unknown[] = []
  const current = category('/c1/a', { name: 'Crew', policyCategoryCode: 'CR', version: 2 })
  server.use(
    http.put(at('/compliance/policyCategory/a'), async ({ request }) => {
      sent.push(await request.json())
      return sent.length === 1
        ? problem(409, 'changed_meanwhile', 'Somebody else changed it')
        : HttpResponse.json(current)
    }),
    http.get(at('/compliance'), () => HttpResponse.json([collection('c1', { childs: [current] })])),
  )
  const { user } = renderPage(
    <CategoryDialog parentPath="/c1" isSub={false} category={training} onClose={() => undefined} />,
    ada,
  )
  const form = within(await screen.findByRole('dialog'))
  await user.type(form.getByRole('textbox', { name: 'Name' }), ' 2')
  await user.click(form.getByRole('button', { name: 'Update' }))
  await user.click(await form.findByRole('button', { name: /^Load current values/ }))
  await waitFor(() => expect(form.getByRole('textbox', { name: 'Code' })).toHaveValue('CR'))
  expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Organisation 2')
  expect(form.getByRole('definition')).toHaveTextContent('Crew')
  await user.click(form.getByRole('button', { name: 'Update' }))
  await waitFor(() =>
    expect(sent[1]).toEqual({ version: 2, policyCategoryCode: 'CR', name: 'Organisation 2' }),
  )
})
