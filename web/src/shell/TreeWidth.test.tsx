import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { connectApp } from '@/testing/connectApp'
import { TreeWidth, useTreeWidth } from './TreeWidth'

connectApp()
beforeEach(() => localStorage.removeItem('airfolio.treeWidth'))

function Area() {
  const width = useTreeWidth()
  return <TreeWidth width={width} controls="tree" />
}

it('makes the tree wider and narrower by keys, within limits, and remembers it', async () => {
  const { unmount } = render(<Area />)
  const edge = screen.getByRole('separator', { name: 'Width of the folder tree' })
  edge.focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(edge).toHaveAttribute('aria-valuenow', '344')
  unmount()
  render(<Area />)
  expect(screen.getByRole('separator')).toHaveAttribute('aria-valuenow', '344')
  screen.getByRole('separator').focus()
  await userEvent.keyboard('{Home}{ArrowLeft}')
  expect(screen.getByRole('separator')).toHaveAttribute('aria-valuenow', '208')
  fireEvent.doubleClick(screen.getByRole('separator'))
  expect(screen.getByRole('separator')).toHaveAttribute('aria-valuenow', '320')
})
