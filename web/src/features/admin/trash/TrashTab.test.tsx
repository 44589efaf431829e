import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import type { TrashItem } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { TrashTab } from './TrashTab'

connectApp()
const server = startServer(ada)

const mel: TrashItem = {
  id: 't1',
  kind: 'manual',
  name: 'MEL',
  path: '/H160/MEL',
  deletedBy: 'ben',
  deletedOn: '2026-03-04T05:06:07Z',
}

function holding(...items: TrashItem[]) {
  server.use(http.get(at('/trash'), () => HttpResponse.json(items)))
}

it('lists what was deleted, by whom and when', async () => {
  holding(mel)
  renderPage(<TrashTab />, ada)
  const row = await screen.findByRole('row', { name: /\/H160\/MEL/ })
  expect(within(row).getByRole('img', { name: 'Manual' })).toBeVisible()
  expect(within(row).getByRole('cell', { name: 'ben' })).toBeVisible()
})

it('brings a manual back', async () => {
  holding(mel)
  server.use(
    http.post(at('/trash/t1/restore'), () => {
      holding()
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { user } = renderPage(<TrashTab />, ada)
  await user.click(await screen.findByRole('button', { name: 'Restore /H160/MEL' }))
  expect(await screen.findByText('/H160/MEL restored.')).toBeVisible()
  expect(await screen.findByText('The trash is empty')).toBeVisible()
})

it('says why something cannot come back', async () => {
  holding(mel)
  server.use(
    http.post(at('/trash/t1/restore'), () => problem(409, 'csdb.deleted', 'Its database is deleted')),
  )
  const { user } = renderPage(<TrashTab />, ada)
  await user.click(await screen.findByRole('button', { name: 'Restore /H160/MEL' }))
  expect(await screen.findByText('Its database is deleted')).toBeVisible()
})

it('purges for good only after asking', async () => {
  holding(mel)
  const purged: unknown[] = []
  server.use(
    http.delete(at('/trash/:id'), ({ params }) => {
      purged.push(params.id)
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { user } = renderPage(<TrashTab />, ada)
  await user.click(await screen.findByRole('button', { name: 'Purge /H160/MEL' }))
  expect(screen.getByText(/cannot be restored/)).toBeVisible()
  expect(purged).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Purge' }))
  await waitFor(() => expect(purged).toEqual(['t1']))
})

it('says of a media file that revisions keep what they hold', async () => {
  holding({ ...mel, kind: 'media', name: 'ICN-1.PNG', path: '/H160/MULTIMEDIA/ICN-1.PNG' })
  const { user } = renderPage(<TrashTab />, ada)
  await user.click(await screen.findByRole('button', { name: 'Purge /H160/MULTIMEDIA/ICN-1.PNG' }))
  expect(screen.getByText(/OEM revisions keep their copy/)).toBeVisible()
})
