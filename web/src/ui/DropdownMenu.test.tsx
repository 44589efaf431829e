import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { renderUi } from '@/testing/renderUi'
import { DropdownMenu } from './DropdownMenu'
import type { MenuItem } from './menu'

const onLock = vi.fn()
const items: MenuItem[] = [
  { kind: 'header', label: 'Account' },
  { kind: 'link', label: 'Updates', href: '#/updates', badge: 0 },
  { kind: 'header', label: 'Settings' },
  { kind: 'action', label: 'Payments', onSelect: vi.fn(), disabledReason: 'Has no meaning here' },
  { kind: 'divider' },
  { kind: 'action', label: 'Lock Account', onSelect: onLock },
  { kind: 'action', label: 'English', onSelect: vi.fn(), checked: true },
]

async function openMenu() {
  renderUi(<DropdownMenu label="ann" trigger="A" items={items} />)
  await userEvent.click(screen.getByRole('button', { name: 'ann' }))
}

describe('DropdownMenu', () => {
  it('groups its entries under their headers and shows counts, zero too', async () => {
    await openMenu()
    expect(screen.getByRole('menu', { name: 'ann' })).toBeInTheDocument()
    expect(screen.getByRole('group', { name: 'Account' })).toContainElement(
      screen.getByRole('menuitem', { name: 'Updates 0' }),
    )
    expect(screen.getByRole('menuitemradio', { name: 'English' })).toBeChecked()
  })

  it('is walked by arrows, ends and first letters', async () => {
    await openMenu()
    expect(screen.getByRole('menuitem', { name: 'Updates 0' })).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    expect(screen.getByRole('menuitem', { name: 'Payments' })).toHaveFocus()
    await userEvent.keyboard('{End}')
    expect(screen.getByRole('menuitemradio', { name: 'English' })).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    expect(screen.getByRole('menuitem', { name: 'Updates 0' })).toHaveFocus()
    await userEvent.keyboard('l')
    expect(screen.getByRole('menuitem', { name: 'Lock Account' })).toHaveFocus()
  })

  it('runs an action, closes and gives the focus back', async () => {
    await openMenu()
    await userEvent.click(screen.getByRole('menuitem', { name: 'Lock Account' }))
    expect(onLock).toHaveBeenCalledOnce()
    expect(screen.queryByRole('menu')).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'ann' })).toHaveFocus()
  })

  it('says why an entry is closed and does nothing then', async () => {
    await openMenu()
    const payments = screen.getByRole('menuitem', { name: 'Payments' })
    expect(payments).toHaveAccessibleDescription('Has no meaning here')
    await userEvent.click(payments)
    expect(screen.getByRole('menu')).toBeInTheDocument()
  })

  it('closes on Escape, on Tab and on a press outside', async () => {
    await openMenu()
    for (const leave of [
      () => userEvent.keyboard('{Escape}'),
      () => userEvent.keyboard('{Tab}'),
      () => userEvent.click(document.body),
    ]) {
      await leave()
      expect(screen.queryByRole('menu')).not.toBeInTheDocument()
      await userEvent.click(screen.getByRole('button', { name: 'ann' }))
    }
  })
})
