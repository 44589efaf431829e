import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useRef } from 'react'
import { Link, MemoryRouter, useLocation, useNavigate } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { useFocusFollowsPage } from './useFocusFollowsPage'

const scrollTo = vi.fn()
beforeEach(() => {
  scrollTo.mockReset()
  window.scrollTo = scrollTo
})

function Frame() {
  const main = useRef<HTMLElement>(null)
  useFocusFollowsPage(main)
  const navigate = useNavigate()
  const isLeft = useLocation().search.includes('DMC-4')
  useEffect(() => {
    const toImport = () => void navigate('/import')
    document.addEventListener('keydown', toImport)
    return () => document.removeEventListener('keydown', toImport)
  }, [navigate])
  return (
    <>
      <Link to="/tasks">tasks</Link>
      <main ref={main} tabIndex={-1}>
        <Link to="/library/A/B?dm=DMC-2_en-US">next</Link>
        <Link to="/library/A/B?dm=DMC-1_zh-CN">Chinese</Link>
        <Link to="/library/A/B?dm=DMC-1_fil-PH">Filipino</Link>
        <Link to="/library/A/B?dm=DMC-1_en-US&part=data">tab</Link>
        <Link to="/library/A/B?dm=DMC-1_en-US&at=p4">outline</Link>
        <Link to="/library/A/B?dm=DMC-3_en-US&at=p4">reference</Link>
        <Link to="/library/A/B?item=i1">requirement</Link>
        {!isLeft && <Link to="/library/A/B?dm=DMC-4_en-US&at=gone">lost reference</Link>}
      </main>
    </>
  )
}

async function follow(name: string) {
  render(
    <MemoryRouter initialEntries={['/library/A/B?dm=DMC-1_en-US']}>
      <Frame />
    </MemoryRouter>,
  )
  await userEvent.click(screen.getByRole('link', { name }))
}

it('moves the focus and the view to another page', async () => {
  await follow('tasks')
  expect(screen.getByRole('main')).toHaveFocus()
  expect(scrollTo).toHaveBeenCalledWith(0, 0)
})

it('moves the view also when the page before had the focus', async () => {
  await follow('tasks')
  scrollTo.mockReset()
  await userEvent.keyboard('i')
  expect(screen.getByRole('main')).toHaveFocus()
  expect(scrollTo).toHaveBeenCalledWith(0, 0)
})

it('begins the next module at its beginning', async () => {
  await follow('next')
  expect(scrollTo).toHaveBeenCalledWith(0, 0)
})

it('begins a module at its beginning when the paragraph a link leads to is not there', async () => {
  await follow('lost reference')
  expect(screen.getByRole('main')).toHaveFocus()
  expect(scrollTo).toHaveBeenCalledWith(0, 0)
})

it.each(['Chinese', 'Filipino', 'tab', 'outline', 'reference'])(
  'leaves the view where it is after: %s',
  async (link) => {
    await follow(link)
    expect(scrollTo).not.toHaveBeenCalled()
  },
)

it('begins a requirement of a list at its beginning', async () => {
  await follow('requirement')
  expect(scrollTo).toHaveBeenCalledWith(0, 0)
})
