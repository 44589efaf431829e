import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { connectApp } from '@/testing/connectApp'
import { file } from '@/testing/library'
import { arthur, rita } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { BulkBar } from './BulkBar'

connectApp()

const files = [file('DMC-A_en-US')]
const bar = (me: typeof arthur) => <BulkBar me={me} rules={undefined} files={files} onClear={() => {}} />

it('says that no action fits instead of opening an empty menu', () => {
  renderPage(bar(rita), rita)
  expect(screen.getByText('No action fits this selection.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Actions' })).not.toBeInTheDocument()
})

it('offers what can be done with the chosen files', async () => {
  const { user } = renderPage(bar(arthur), arthur)
  await user.click(screen.getByRole('button', { name: 'Actions' }))
  expect(screen.getByRole('menuitem', { name: /^Check out/ })).toBeVisible()
})
