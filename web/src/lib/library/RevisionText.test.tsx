import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { connectApp } from '@/testing/connectApp'
import { revision } from '@/testing/library'
import { arthur } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { startServer } from '@/testing/server'
import { RevisionText } from './RevisionText'

startServer(arthur)
connectApp()

it('names content that no OEM delivered', () => {
  renderPage(<RevisionText revision={revision(0, { issueNumber: '', issueDate: '' })} />, arthur)
  expect(screen.getByText('Without OEM')).toBeVisible()
})
