import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { listedComment } from '@/testing/comments'
import { connectApp } from '@/testing/connectApp'
import { rita } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, startServer } from '@/testing/server'
import { CommentsPage } from './CommentsPage'

connectApp()
const server = startServer(rita)

function serving(count: number) {
  const asked: string[] = []
  const items = Array.from({ length: count }, (_, index) => listedComment(`${index}`, { isNew: true }))
  server.use(
    http.get(at('/comments'), ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json({ items, total: count, pageNumber: 1, pageSize: 10 })
    }),
  )
  return asked
}

describe('the page of comments', () => {
  it('lists threads that lead to their place', async () => {
    serving(1)
    renderPage(<CommentsPage />, rita, '/comments')
    const link = await screen.findByRole('link', { name: 'Is this right?' })
    expect(link).toHaveAttribute(
      'href',
      '#/library/H160/MEL?dm=DMC-H160-A-25-00-00-00A-040A-A_en-US&thread=0',
    )
    expect(screen.getByText('New')).toBeVisible()
  })

  it('asks for what the filters say', async () => {
    const asked = serving(1)
    const { user, query } = renderPage(<CommentsPage />, rita, '/comments?state=open&mine=yes')
    await screen.findByRole('link', { name: 'Is this right?' })
    expect(asked[0]).toBe('?pageNumber=1&pageSize=10&state=open&mine=true&sort=updatedOn&order=desc')
    await user.click(screen.getByRole('switch', { name: 'Mentions me' }))
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Resolved')
    await waitFor(() => expect(asked.at(-1)).toContain('state=resolved&mine=true&mentionsMe=true'))
    expect(query().get('mentions')).toBe('yes')
    await user.click(screen.getByRole('button', { name: /^Module/ }))
    await waitFor(() => expect(asked.at(-1)).toContain('sort=module&order=asc'))
  })

  it('offers to clear filters that nothing matches', async () => {
    const asked = serving(0)
    const { user } = renderPage(<CommentsPage />, rita, '/comments?mine=yes')
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByText('No comments yet')).toBeVisible()
    expect(asked.at(-1)).not.toContain('mine')
  })
})
