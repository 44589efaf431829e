import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { renderUi } from '@/testing/renderUi'
import { Tabs } from './Tabs'

function AccountTabs() {
  const [active, setActive] = useState<'details' | 'password'>('details')
  return (
    <Tabs
      label="My account"
      active={active}
      onChange={setActive}
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
})
