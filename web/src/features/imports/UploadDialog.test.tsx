import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { endSession, startSession } from '@/lib/session'
import { connectApp } from '@/testing/connectApp'
import { jobOf } from '@/testing/jobs'
import { ada, arthur, rita, tokenFor } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { stubUploads } from '@/testing/uploads'
import { UploadDialog } from './UploadDialog'
import { UploadPanel } from './UploadPanel'
import { startUpload, uploadStore } from './uploads'

connectApp()
const server = startServer(ada)
const line = stubUploads()
afterEach(() => uploadStore.set([]))

const zip = new File(['0123456789'], 'H160 MEL.ZIP', { type: 'application/zip' })
const zone = () => screen.getByRole('group', { name: 'Drop ZIP packages here' })
const drop = (...files: File[]) => fireEvent.drop(zone(), { dataTransfer: { files } })
const uploaded = { path: '/uploads/7/H160_MEL.ZIP', size: 10, sha256: 'abc', uploadId: '7' }

function open(me = ada) {
  const onClose = vi.fn()
  const page = renderPage(
    <>
      <UploadDialog onClose={onClose} />
      <UploadPanel />
    </>,
    me,
  )
  return { ...page, onClose }
}

/** Remembers the jobs that are asked for. */
function takingJobs() {
  const asked: unknown[] = []
  server.use(
    http.post(at('/jobs'), async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json(jobOf(), { status: 201 })
    }),
  )
  return asked
}

describe('the upload dialog', () => {
  it('takes only files whose extension is zip', () => {
    open()
    drop(new File(['x'], 'module.xml'))
    expect(screen.getByText('File Type must be zip package')).toBeVisible()
    expect(zone()).toBeVisible()
  })

  it('shows the chosen file, and goes back to the drop zone by Cancel', async () => {
    const { user, onClose } = open()
    drop(zip)
    expect(screen.getByText('H160 MEL.ZIP')).toBeVisible()
    expect(screen.getByText('Will be uploaded as H160_MEL.ZIP')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Import' })).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(zone()).toBeVisible()
    expect(onClose).not.toHaveBeenCalled()
  })

  it('closes at Import, sends the file and has it checked', async () => {
    const jobs = takingJobs()
    line.answer = () => ({ status: 201, body: uploaded })
    const { user, onClose } = open()
    drop(zip)
    await user.click(screen.getByRole('button', { name: 'Import' }))
    expect(onClose).toHaveBeenCalledOnce()
    expect(await screen.findByText('Import started successfully.')).toBeVisible()
    expect(line.requests[0]).toMatchObject({
      method: 'POST',
      path: '/vault/files/H160_MEL.ZIP',
      body: '0123456789',
    })
    expect(jobs).toEqual([
      { jobName: 'universalPreImport', parameterMap: { importPackage: '/uploads/7/H160_MEL.ZIP' } },
    ])
    expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull()
  })

  it('takes several packages at once, two on their way at a time', async () => {
    const jobs = takingJobs()
    line.answer = () => 'hangs'
    const { user } = open()
    drop(zip, new File(['1'], 'b.zip'), new File(['2'], 'c.zip'), new File(['3'], 'notes.txt'))
    expect(screen.getByText('File Type must be zip package')).toBeVisible()
    expect(screen.getByText('b.zip')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Import' }))
    await waitFor(() => expect(line.requests).toHaveLength(2))
    expect(screen.getAllByRole('progressbar')).toHaveLength(3)
    line.answer = () => ({ status: 201, body: uploaded })
    await user.click(screen.getByRole('button', { name: 'Cancel upload of H160_MEL.ZIP' }))
    await user.click(screen.getByRole('button', { name: 'Cancel upload of b.zip' }))
    await waitFor(() => expect(jobs).toHaveLength(1))
  })

  it('is closed to readers, and says why', () => {
    open(rita)
    expect(screen.getByRole('button', { name: 'Choose files' })).toHaveAttribute('aria-disabled', 'true')
  })
})

describe('an upload on its way', () => {
  async function send() {
    const page = open()
    drop(zip)
    await page.user.click(screen.getByRole('button', { name: 'Import' }))
    return page
  }

  it('shows its percentage and can be cancelled', async () => {
    line.answer = ({ method }) => (method === 'POST' ? 'hangs' : { status: 204 })
    const { user } = await send()
    const bar = await screen.findByRole('progressbar', { name: /^Upload of H160_MEL\.ZIP/ })
    expect(bar).toHaveAttribute('aria-valuenow', '0')
    await user.click(screen.getByRole('button', { name: 'Cancel upload of H160_MEL.ZIP' }))
    await waitFor(() => expect(line.requests.at(-1)?.method).toBe('DELETE'))
    expect(line.requests.at(-1)?.path).toBe(`/vault/uploads/${line.requests[0]?.headers.get('Upload-Id')}`)
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(screen.getByText('Upload cancelled: H160_MEL.ZIP')).toBeVisible()
  })

  it('warns whoever closes the page', async () => {
    line.answer = () => 'hangs'
    const { user } = await send()
    await screen.findByRole('progressbar')
    const leave = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(leave()).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Cancel upload of H160_MEL.ZIP' }))
    expect(leave()).toBe(false)
  })

  it('says why it was refused, and can be sent again', async () => {
    const jobs = takingJobs()
    line.answer = () => ({
      status: 413,
      body: { title: 'The package is too large', code: 'request.too_large' },
    })
    const { user } = await send()
    expect(await screen.findByRole('alert')).toHaveTextContent('The package is too large')
    line.answer = () => ({ status: 201, body: uploaded })
    await user.click(screen.getByRole('button', { name: 'Upload H160_MEL.ZIP again' }))
    await waitFor(() => expect(jobs).toHaveLength(1))
  })

  it('waits for its owner and is never sent on by another person', async () => {
    line.answer = () => 'hangs'
    renderPage(<UploadPanel />, ada)
    act(() => startUpload(zip))
    await waitFor(() => expect(line.requests).toHaveLength(1))
    act(endSession)
    act(() => startSession(tokenFor(ada)))
    expect(screen.getByRole('progressbar')).toBeVisible()
    act(endSession)
    act(() => startSession(tokenFor(arthur)))
    expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull()
    expect(line.requests).toHaveLength(1)
  })

  it('says when the check could not be started', async () => {
    server.use(http.post(at('/jobs'), () => problem(403, 'forbidden', 'You may not do this')))
    line.answer = () => ({ status: 201, body: uploaded })
    const { user } = await send()
    expect(await screen.findByRole('alert')).toHaveTextContent('You may not do this')
    await user.click(screen.getByRole('button', { name: 'Dismiss H160_MEL.ZIP' }))
    // It had ended already.
    expect(screen.queryByText(/Upload cancelled/)).toBeNull()
  })
})
