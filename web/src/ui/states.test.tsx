import { act, fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { renderUi } from '@/testing/renderUi'
import { Avatar, initials } from './Avatar'
import { Button } from './Button'
import { Card } from './Card'
import { Chip } from './Chip'
import { Code } from './Code'
import { CopyButton } from './CopyButton'
import { DescriptionList } from './DescriptionList'
import { EmptyState } from './EmptyState'
import { ErrorState } from './ErrorState'
import { Icon } from './Icon'
import { KeyHint } from './KeyHint'
import { PageHead } from './PageHead'
import { ProgressBar } from './ProgressBar'
import { Skeleton } from './Skeleton'
import { StatTile } from './StatTile'

describe('PageHead', () => {
  it('heads the page with title, purpose and actions', () => {
    renderUi(
      <PageHead
        title="Users"
        purpose="Who may do what"
        actions={<Button>Create</Button>}
        extra={<Code>12</Code>}
      />,
    )
    expect(screen.getByRole('heading', { level: 1, name: 'Users' })).toBeInTheDocument()
    expect(screen.getByText('Who may do what')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Create' })).toBeInTheDocument()
  })
})

describe('Icon', () => {
  it('is silent beside a word and speaks when it stands alone', () => {
    const { container } = renderUi(<Icon name="user" />)
    expect(container.querySelector('svg')).toHaveAttribute('aria-hidden', 'true')
    renderUi(<Icon name="user" title="Account" />)
    expect(screen.getByRole('img', { name: 'Account' })).toBeInTheDocument()
  })
})

describe('Chip', () => {
  it('says its state in a word and a picture, not by colour alone', () => {
    renderUi(
      <Chip tone="success" icon="success">
        Active
      </Chip>,
    )
    expect(screen.getByText('Active').querySelector('svg')).toBeInTheDocument()
  })
})

describe('EmptyState and ErrorState', () => {
  it('says what to do next', () => {
    renderUi(
      <EmptyState icon="people" title="No users" text="Create the first" action={<Button>Create</Button>} />,
    )
    expect(screen.getByRole('heading', { name: 'No users' })).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Create' })).toBeInTheDocument()
  })

  it('reports a failure and offers to try again', () => {
    const onRetry = vi.fn()
    renderUi(
      <ErrorState title="Users cannot be shown" message="Server busy" detail="Request 7" onRetry={onRetry} />,
    )
    expect(screen.getByRole('alert')).toHaveTextContent('Server busyRequest 7')
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(onRetry).toHaveBeenCalledOnce()
  })
})

describe('StatTile', () => {
  it('leads to the list it counts', () => {
    renderUi(<StatTile label="Users" figure={12} icon="people" href="#/admin/index" />)
    expect(screen.getByRole('link', { name: /Users.*12/ })).toHaveAttribute('href', '#/admin/index')
  })

  it('shows a true zero, and a skeleton only while the figure is unknown', () => {
    const { container, rerender } = renderUi(<StatTile label="Users" figure={undefined} icon="people" />)
    expect(container.querySelector('.af-skeleton')).toBeInTheDocument()
    rerender(<StatTile label="Users" figure={0} icon="people" />)
    expect(container.querySelector('.af-skeleton')).not.toBeInTheDocument()
    expect(screen.getByText('0')).toBeInTheDocument()
  })
})

describe('Skeleton', () => {
  it('draws as many lines as asked, unseen by screen readers', () => {
    const { container } = renderUi(<Skeleton lines={3} />)
    expect(container.querySelectorAll('.af-skeleton')).toHaveLength(3)
    expect(container.firstElementChild).toHaveAttribute('aria-hidden', 'true')
  })
})

describe('ProgressBar', () => {
  it('tells a rounded percentage within its bounds', () => {
    const { rerender } = renderUi(<ProgressBar label="Import" percent={41.6} />)
    expect(screen.getByRole('progressbar', { name: 'Import' })).toHaveAttribute('aria-valuenow', '42')
    rerender(<ProgressBar label="Import" percent={140} />)
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100')
  })

  it('claims no figure when nobody knows', () => {
    renderUi(<ProgressBar label="Import" percent={undefined} />)
    expect(screen.getByRole('progressbar')).not.toHaveAttribute('aria-valuenow')
  })
})

describe('Avatar', () => {
  it.each([
    ['Ann Lee', 'AL'],
    ['ann', 'A'],
    ['ann.lee@example.org', 'AL'],
    ['王伟', '王'],
    ['', ''],
  ])('shortens %s to %s', (name, expected) => {
    expect(initials(name)).toBe(expected)
  })

  it('is decoration', () => {
    const { container } = renderUi(<Avatar name="Ann Lee" />)
    const avatar = container.querySelector('[data-initials="AL"]')
    expect(avatar).toHaveAttribute('aria-hidden', 'true')
    expect(avatar).toHaveTextContent('')
  })
})

describe('Card, DescriptionList, KeyHint', () => {
  it('names the card by its heading', () => {
    renderUi(
      <Card title="System" headingLevel={3}>
        <DescriptionList items={[{ term: 'Version', value: '5.0.0-rc.0' }]} columns={2} />
      </Card>,
    )
    expect(screen.getByRole('region', { name: 'System' })).toHaveTextContent('Version5.0.0-rc.0')
    expect(screen.getByRole('heading', { level: 3 })).toBeInTheDocument()
  })

  it('shows keys joined by plus', () => {
    const { container } = renderUi(<KeyHint keys={['Ctrl', 'K']} />)
    expect(container).toHaveTextContent('Ctrl + K')
    expect(container.querySelectorAll('kbd')).toHaveLength(2)
  })
})

describe('CopyButton', () => {
  it('copies and says so for a moment', async () => {
    vi.useFakeTimers()
    const writeText = vi.fn().mockResolvedValue(undefined)
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
    renderUi(<CopyButton value="secret-1" />)
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Copy' })))
    expect(writeText).toHaveBeenCalledWith('secret-1')
    expect(screen.getByRole('status')).toHaveTextContent('Copied')
    act(() => vi.advanceTimersByTime(2000))
    expect(screen.getByRole('button', { name: 'Copy' })).toBeInTheDocument()
  })

  it('copies by selection where the browser has no clipboard object', async () => {
    vi.stubGlobal('navigator', { ...navigator, clipboard: undefined })
    const copied: string[] = []
    document.execCommand = () => {
      copied.push(document.querySelector('textarea')?.value ?? '')
      return true
    }
    onTestFinished(() => void Reflect.deleteProperty(document, 'execCommand'))
    renderUi(<CopyButton value="secret-2" label="Copy password" />)
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Copy password' })))
    expect(copied).toEqual(['secret-2'])
    expect(document.querySelector('textarea')).not.toBeInTheDocument()
  })
})
