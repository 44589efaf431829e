import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { renderUi } from '@/testing/renderUi'
import { Tabs } from './Tabs'

function AccountTabs({ atSide }: { atSide?: boolean }) {
  const [active, setActive] = useState<'details' | 'password'>('details')
  return (
    <Tabs
      label="My account"
      active={active}
      onChange={setActive}
      atSide={atSide}
      tabs={[
        { id: 'details', label: 'Account Details', content: 'Your email' },
        { id: 'password', label: 'Password', count: 2, content: 'Old password' },
      ]}
    />
  )
}

describe('Tabs', () => {
  it('ties each panel to its tab', () => {
    renderUi(<AccountTabs />)
    expect(screen.getByRole('tablist', { name: 'My account' })).toBeInTheDocument()
    expect(screen.getByRole('tab', { name: 'Account Details' })).toHaveAttribute('aria-selected', 'true')
    expect(screen.getByRole('tabpanel', { name: 'Account Details' })).toHaveTextContent('Your email')
  })

  it('is one stop of the Tab key and moves with the arrows, round the end', async () => {
    renderUi(<AccountTabs />)
    await userEvent.tab()
    expect(screen.getByRole('tab', { name: 'Account Details' })).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}')
    expect(screen.getByRole('tab', { name: /Password/ })).toHaveFocus()
    expect(screen.getByRole('tabpanel')).toHaveTextContent('Old password')
    await userEvent.keyboard('{ArrowRight}')
    expect(screen.getByRole('tab', { name: 'Account Details' })).toHaveFocus()
    await userEvent.keyboard('{End}')
    expect(screen.getByRole('tab', { name: /Password/ })).toHaveAttribute('aria-selected', 'true')
    await userEvent.tab()
    expect(document.body).toHaveFocus()
  })

  it('moves up and down where it stands beside its content', async () => {
    renderUi(<AccountTabs atSide />)
    expect(screen.getByRole('tablist')).toHaveAttribute('aria-orientation', 'vertical')
    await userEvent.tab()
    await userEvent.keyboard('{ArrowRight}')
    expect(screen.getByRole('tab', { name: 'Account Details' })).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    expect(screen.getByRole('tabpanel')).toHaveTextContent('Old password')
  })

  it('brings the chosen tab back into sight when the row or a tab changes its size', () => {
    let resized = () => {}
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(callback: () => void) {
          resized = callback
        }
        observe() {}
        disconnect() {}
      },
    )
    renderUi(<AccountTabs />)
    const row = screen.getByRole('tablist')
    vi.spyOn(screen.getByRole('tab', { name: 'Account Details' }), 'offsetLeft', 'get').mockReturnValue(300)
    resized()
    expect(row.scrollLeft).toBe(300)
  })
})
