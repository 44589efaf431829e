import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderUi } from '@/testing/renderUi'
import { AlertStack } from './AlertStack'
import { clearAlerts, dismissAlert, showAlert } from './alerts'
import { ToastStack } from './ToastStack'
import { dismissToast, showToast } from './toasts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  clearAlerts()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

it('reads each message once: no live region stands in another', () => {
  renderUi(
    <>
      <AlertStack />
      <ToastStack />
    </>,
  )
  act(() => {
    showAlert({ tone: 'info', text: 'Banner' })
    showToast({ tone: 'danger', text: 'Toast' })
  })
  const live = '[aria-live], [role="status"], [role="alert"]'
  for (const text of ['Banner', 'Toast']) {
    const region = screen.getByText(text).closest(live)
    expect(region).not.toBeNull()
    expect(region?.parentElement?.closest(live)).toBeNull()
  }
  pass(5000)
})

describe('AlertStack', () => {
  it('takes a plain alert away after 3000 ms', () => {
    renderUi(<AlertStack />)
    act(() => showAlert({ tone: 'success', text: 'Operation successful!' }))
    pass(2999)
    expect(screen.getByText('Operation successful!')).toBeInTheDocument()
    pass(1)
    expect(screen.queryByText('Operation successful!')).not.toBeInTheDocument()
  })

  it('stacks alerts 10 px apart, the newest last, in their four tones', () => {
    renderUi(<AlertStack />)
    const tones = ['success', 'danger', 'warning', 'info'] as const
    act(() => {
      for (const tone of tones) showAlert({ tone, text: tone })
    })
    const shown = tones.map((tone) => screen.getByText(tone).parentElement)
    expect(shown.map((alert) => alert?.className.match(/af-tone-(\w+)/)?.[1])).toEqual(tones)
    const stack = shown[0]?.parentElement
    expect(stack).toHaveStyle({ gap: '10px' })
    expect([...(stack?.children ?? [])]).toEqual(shown)
  })

  it('puts a title in a line of its own', () => {
    renderUi(<AlertStack />)
    act(() => showAlert({ tone: 'danger', title: 'It failed', text: 'Step: Unpack', dismissible: true }))
    expect(screen.getByRole('alert')).toHaveTextContent('It failedStep: Unpack')
    expect(screen.getByText('It failed').tagName).toBe('STRONG')
  })

  it('keeps a dismissible one until it is closed', () => {
    renderUi(<AlertStack />)
    act(() => showAlert({ tone: 'warning', text: 'Read me', dismissible: true }))
    pass(60_000)
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByText('Read me')).not.toBeInTheDocument()
  })

  it('keeps a linked one until its link is followed', () => {
    renderUi(<AlertStack />)
    act(() =>
      showAlert({
        tone: 'info',
        text: 'Ready to import !',
        links: [{ text: 'Open', href: '#/import/index' }],
      }),
    )
    pass(60_000)
    expect(screen.getByRole('link', { name: 'Open' })).toHaveAttribute('href', '#/import/index')
    fireEvent.click(screen.getByRole('link', { name: 'Open' }))
    expect(screen.queryByText('Ready to import !')).not.toBeInTheDocument()
  })

  it('runs an action once and goes', () => {
    const onSelect = vi.fn()
    renderUi(<AlertStack />)
    act(() =>
      showAlert({ tone: 'info', text: 'A new version is ready', action: { text: 'Reload', onSelect } }),
    )
    fireEvent.click(screen.getByRole('button', { name: 'Reload' }))
    expect(onSelect).toHaveBeenCalledOnce()
    expect(screen.queryByText('A new version is ready')).not.toBeInTheDocument()
  })

  it('waits while the pointer rests on it', () => {
    renderUi(<AlertStack />)
    act(() => showAlert({ tone: 'info', text: 'Slow reader' }))
    fireEvent.pointerEnter(screen.getByRole('status'))
    pass(10_000)
    fireEvent.pointerLeave(screen.getByRole('status'))
    pass(2999)
    expect(screen.getByText('Slow reader')).toBeInTheDocument()
    pass(1)
    expect(screen.queryByText('Slow reader')).not.toBeInTheDocument()
  })

  it('interrupts only for danger', () => {
    renderUi(<AlertStack />)
    act(() => showAlert({ tone: 'danger', text: 'Failed' }))
    expect(screen.getByRole('alert')).toHaveTextContent('Failed')
  })

  it('can be taken back by its id', () => {
    const id = showAlert({ tone: 'danger', text: 'Offline', dismissible: true })
    renderUi(<AlertStack />)
    expect(screen.getByText('Offline')).toBeInTheDocument()
    act(() => dismissAlert(id))
    expect(screen.queryByText('Offline')).not.toBeInTheDocument()
  })
})

describe('ToastStack', () => {
  it('takes a toast away after 5000 ms', () => {
    renderUi(<ToastStack />)
    act(() => showToast({ tone: 'success', title: 'Saved', text: 'Operator DEMO' }))
    pass(4999)
    expect(screen.getByText('Operator DEMO')).toBeInTheDocument()
    pass(1)
    expect(screen.queryByText('Operator DEMO')).not.toBeInTheDocument()
  })

  it('wears the tone of a success, a warning or an error', () => {
    renderUi(<ToastStack />)
    const tones = ['success', 'warning', 'danger'] as const
    act(() => {
      for (const tone of tones) showToast({ tone, text: tone })
    })
    const shown = tones.map((tone) => screen.getByText(tone).parentElement?.className)
    expect(shown.map((className) => className?.match(/af-tone-(\w+)/)?.[1])).toEqual(tones)
    pass(5000)
  })

  it('can be closed before by button or by id', () => {
    renderUi(<ToastStack />)
    act(() => showToast({ tone: 'danger', text: 'First' }))
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByText('First')).not.toBeInTheDocument()
    let id = 0
    act(() => {
      id = showToast({ tone: 'danger', text: 'Second' })
    })
    act(() => dismissToast(id))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})
