import { act, screen, waitFor } from '@testing-library/react'
import { useSearchParams } from 'react-router'
import { expect, it, vi } from 'vitest'
import { uploadRegulation } from '@/api/regulations'
import { connectApp } from '@/testing/connectApp'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { startServer } from '@/testing/server'
import { UploadCard } from './UploadCard'

vi.mock('@/api/regulations', { spy: true })
connectApp()
startServer(ada)

/** The page with the card, until another one is opened. */
function Page() {
  const [params] = useSearchParams()
  return params.has('other') ? <p>Another page</p> : <UploadCard collection="" />
}

/** Chooses a file; its upload ends when `finish` is called. */
async function upload() {
  let finish = (_id: string) => {}
  const sent = new Promise<string>((resolve) => {
    finish = resolve
  })
  vi.mocked(uploadRegulation).mockReturnValue(sent)
  const page = renderPage(<Page />, ada, '/compliance-import/index')
  await page.user.upload(
    await screen.findByLabelText(/^Drop/, { selector: 'input' }),
    new File(['code'], 'ops.csv'),
  )
  await waitFor(() => expect(uploadRegulation).toHaveBeenCalled())
  return { ...page, finish: () => finish('f1'), sent }
}

it('opens the report of a file that was uploaded', async () => {
  const { place, finish } = await upload()
  finish()
  await waitFor(() => expect(place()).toBe('/compliance-import/index?import=f1'))
})

it('leaves those where they are who went to another page meanwhile', async () => {
  const { go, place, finish, sent } = await upload()
  await go('/compliance-import/index?other=yes')
  expect(screen.getByText('Another page')).toBeVisible()
  await act(async () => {
    finish()
    await sent
  })
  expect(place()).toBe('/compliance-import/index?other=yes')
})
