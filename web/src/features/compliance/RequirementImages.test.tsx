import { fireEvent, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import type { PolicyImage } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { rita } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { RequirementImages } from './RequirementImages'

connectApp()
const server = startServer(rita)

beforeEach(() => {
  URL.createObjectURL = () => 'blob:1'
  URL.revokeObjectURL = () => undefined
})

const image = (more: Partial<PolicyImage> = {}): PolicyImage => ({
  sha256: 'ab',
  name: 'figure.png',
  size: 2048,
  isDisplayed: true,
  ...more,
})

it('shows an image with a name, and offers it as a file', async () => {
  server.use(
    http.get(at('/compliance/policyItem/i1/images/ab'), () => HttpResponse.arrayBuffer(new ArrayBuffer(2))),
  )
  renderPage(<RequirementImages item="i1" images={[image()]} />, rita)
  expect(await screen.findByRole('img', { name: 'Image figure.png' })).toHaveAttribute('src', 'blob:1')
  expect(screen.getByRole('button', { name: /^Download figure\.png/ })).toBeVisible()
})

it('offers an image as a file that browsers cannot display', async () => {
  renderPage(<RequirementImages item="i1" images={[image({ name: 'a.emf', isDisplayed: false })]} />, rita)
  expect(await screen.findByText('Browsers cannot display this image.')).toBeVisible()
  expect(screen.queryByRole('img')).toBeNull()
})

it('says that a damaged image cannot be displayed, and offers it as a file', async () => {
  server.use(
    http.get(at('/compliance/policyItem/i1/images/ab'), () => HttpResponse.arrayBuffer(new ArrayBuffer(2))),
  )
  renderPage(<RequirementImages item="i1" images={[image()]} />, rita)
  fireEvent.error(await screen.findByRole('img', { name: 'Image figure.png' }))
  expect(screen.getByText('Browsers cannot display this image.')).toBeVisible()
  expect(screen.getByRole('button', { name: /^Download figure\.png/ })).toBeVisible()
})

it('says why an image is not there', async () => {
  server.use(
    http.get(at('/compliance/policyItem/i1/images/ab'), () => problem(404, 'artifact.not_found', 'No file')),
  )
  renderPage(<RequirementImages item="i1" images={[image()]} />, rita)
  expect(await screen.findByText('No file')).toBeVisible()
})
