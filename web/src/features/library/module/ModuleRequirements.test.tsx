import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { listedItem } from '@/testing/compliance'
import { connectApp } from '@/testing/connectApp'
import { rita } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, startServer } from '@/testing/server'
import { ModuleRequirements } from './ModuleRequirements'

connectApp()
const server = startServer(rita)
const path = '/H160/MEL/DMC-A_en-US.XML'

it('lists the requirements of the module, and leads to all of them', async () => {
  const asked: URLSearchParams[] = []
  server.use(
    http.get(at('/compliance/policyItems'), ({ request }) => {
      asked.push(new URL(request.url).searchParams)
      return HttpResponse.json({ items: [listedItem('i1')], total: 25, pageNumber: 1, pageSize: 20 })
    }),
  )
  renderPage(<ModuleRequirements path={path} />, rita)
  const all = await screen.findByRole('link', { name: 'Show all 25' })
  expect(all).toHaveAttribute('href', '#/compliance-overview/index?module=%2FH160%2FMEL%2FDMC-A_en-US.XML')
  expect(asked[0]?.get('module')).toBe(path)
})
