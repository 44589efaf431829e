import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { queryClient } from '@/api/queries'
import { closeOverlay, currentOverlay } from '@/lib/overlay'
import { connectApp } from '@/testing/connectApp'
import * as library from '@/testing/library'
import { paula } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { BulkDialog } from './BulkDialog'
import { DeleteFileDialog } from './DeleteFileDialog'
import { StatusDialog } from './StatusDialog'

connectApp()
const server = startServer(paula)

const key = 'DMC-A_en-US'
const path = `/H160/MEL/${key}.XML`

it('changes the status with a reason', async () => {
  const sent: unknown[] = []
  server.use(
    http.post(at(`/files/status/default${path}`), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(library.file(key, { status: 'Released' }))
    }),
  )
  const { user } = renderPage(
    <StatusDialog path={path} version="77" title="Hoist" step="release" onClose={closeOverlay} />,
    paula,
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Release' }))
  await user.type(dialog.getByLabelText('Reason'), 'SB 28-012')
  await user.click(dialog.getByRole('button', { name: 'Release' }))
  expect(await screen.findByText('Hoist: Released')).toBeVisible()
  expect(sent).toEqual([{ version: '77', step: 'release', why: 'SB 28-012' }])
})

it('shows why a step is refused', async () => {
  server.use(
    http.post(at(`/files/status/default${path}`), () =>
      problem(403, 'file.own_version', 'You made this version'),
    ),
  )
  const { user } = renderPage(
    <StatusDialog path={path} version="77" title="Hoist" step="release" onClose={closeOverlay} />,
    paula,
  )
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Release' }))
  expect(await dialog.findByText('You made this version')).toBeVisible()
})

it('leads to the references that have to be checked before a release', async () => {
  server.use(
    http.post(at(`/files/status/default${path}`), () =>
      problem(409, 'file.open_rechecks', 'References have to be checked again'),
    ),
  )
  const { user } = renderPage(
    <StatusDialog path={path} version="77" title="Hoist" step="release" onClose={closeOverlay} />,
    paula,
  )
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Release' }))
  const link = await dialog.findByRole('link', { name: 'Check the references' })
  expect(link).toHaveAttribute('href', `#/compliance-review?all=yes&module=${encodeURIComponent(path)}`)
})

it('names what a MEL item allows beyond the MMEL', async () => {
  const refusal = {
    type: 'urn:airfolio:file.less_restrictive',
    title: 'This MEL item is less restrictive than the MMEL',
    status: 409,
    code: 'file.less_restrictive',
    requestId: 'request-1',
    findings: [
      { message: 'Condition A is less restrictive' },
      { message: 'Condition A is less restrictive' },
    ],
  }
  server.use(
    http.post(at(`/files/status/default${path}`), () =>
      HttpResponse.json(refusal, { status: 409, headers: { 'Content-Type': 'application/problem+json' } }),
    ),
  )
  const { user } = renderPage(
    <StatusDialog path={path} version="77" title="Hoist" step="release" onClose={closeOverlay} />,
    paula,
  )
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Release' }))
  const refused = await dialog.findByRole('alert')
  await waitFor(() => expect(within(refused).getAllByText('Condition A is less restrictive')).toHaveLength(2))
  expect(dialog.getByRole('link', { name: 'Open the comparison' })).toHaveAttribute(
    'href',
    '#/library/H160/MEL?dm=DMC-A_en-US&part=data',
  )
})

it('changes several files and lists those that are refused', async () => {
  const other = library.file('DMC-B_en-US', { title: 'Winch' })
  server.use(
    http.post(at('/files/batch'), () =>
      HttpResponse.json({
        results: [
          { path, file: library.file(key) },
          { path: other.path, code: 'file.status_step', message: 'This file is not in review' },
        ],
      }),
    ),
  )
  const { user } = renderPage(
    <BulkDialog change="release" files={[library.file(key), other]} onClose={closeOverlay} />,
    paula,
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Release 2 files' }))
  await user.type(dialog.getByLabelText(/^Reason/), 'SB 28-012')
  await user.click(dialog.getByRole('button', { name: 'Release 2 files' }))
  expect(await screen.findByText('1 file changed.')).toBeVisible()
  expect(await dialog.findByText('1 file was refused')).toBeVisible()
  expect(dialog.getByRole('listitem')).toHaveTextContent('Winch: This file is not in review')
  await waitFor(() => expect(currentOverlay().kind).toBe('none'))
})

it('names the holders of check-outs that end', async () => {
  const own = library.file(key, { title: 'Hoist', checkedOutBy: 'paula' })
  const other = library.file('DMC-B_en-US', { title: 'Winch', checkedOutBy: 'ben' })
  renderPage(<BulkDialog change="cancelCheckout" files={[own, other]} onClose={closeOverlay} />, paula)
  const dialog = within(await screen.findByRole('dialog'))
  const lines = dialog.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(lines).toEqual(['Hoist', 'Winch (checked out by ben)'])
})

it('reads the lists again when the answer does not come, and asks for a required comment', async () => {
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries')
  server.use(
    http.get(at('/config/editing'), () =>
      HttpResponse.json({ commentRequired: true, ownRelease: false, reminderDays: 5, version: 1 }),
    ),
    http.post(at('/files/batch'), () => problem(503, 'request.timeout', 'It took too long')),
  )
  const { user } = renderPage(
    <BulkDialog
      change="checkin"
      files={[library.file(key, { checkedOutBy: 'paula' })]}
      onClose={closeOverlay}
    />,
    paula,
  )
  const dialog = within(await screen.findByRole('dialog'))
  await waitFor(() => expect(dialog.getByRole('textbox')).toBeRequired())
  await user.type(dialog.getByRole('textbox'), 'SB 28-012')
  await user.click(dialog.getByRole('button', { name: 'Check in 1 file' }))
  expect(await dialog.findByText('It took too long')).toBeVisible()
  expect(invalidate).toHaveBeenCalledWith({ queryKey: ['checkedOut'] })
})

it('says that the own draft is set aside with a deleted file', async () => {
  renderPage(<DeleteFileDialog path={path} title="Hoist" isHeld onClose={closeOverlay} />, paula)
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/your draft is kept for 30 days/)).toBeVisible()
})

it.each([
  (onClose: () => void) => (
    <StatusDialog path={path} version="77" title="Hoist" step="release" onClose={onClose} />
  ),
  (onClose: () => void) => <BulkDialog change="release" files={[library.file(key)]} onClose={onClose} />,
])('keeps a typed reason when Escape is pressed', async (dialog) => {
  const onClose = vi.fn()
  const { user } = renderPage(dialog(onClose), paula)
  await user.type(await screen.findByLabelText(/^Reason/), 'SB 28-012')
  await user.keyboard('{Escape}')
  expect(onClose).not.toHaveBeenCalled()
})
