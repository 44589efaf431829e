import { expect, it, vi } from 'vitest'
import { currentOverlay } from '@/lib/overlay'
import { noCounts } from '@/testing/people'
import { accountItems } from './AccountMenu'
import { lock, signOut } from './leave'

vi.mock('./leave', () => ({ lock: vi.fn(), signOut: vi.fn() }))

const t = (key: string) => key.replace(/^shell\.(account\.)?/, '')
const items = accountItems(t, { ...noCounts, updates: 1, messages: 2, tasks: 3, comments: 4 })
const outline = items.map((item) => {
  if (item.kind === 'divider') return '-'
  return 'badge' in item && item.badge !== undefined ? `${item.label} ${item.badge}` : item.label
})

function select(label: string) {
  const item = items.find((each) => each.kind === 'action' && each.label === label)
  if (item?.kind === 'action') item.onSelect()
  return currentOverlay()
}

it('has all entries in the order of the specification, with the counts of the server', () => {
  expect(outline).toEqual([
    'account',
    'updates 1',
    'messages 2',
    'tasks 3',
    'comments 4',
    'settingsHeader',
    'profile',
    'settings',
    'payments',
    'projects',
    '-',
    'lock',
    'logout',
  ])
})

it('leads where each entry says', () => {
  expect(items.flatMap((item) => (item.kind === 'link' ? [item.href] : []))).toEqual([
    '#/revisions',
    '#/all-tasks/index?unseen=yes',
    '#/comments?state=open&mine=yes',
    '#/library/all',
  ])
  expect(select('messages')).toEqual({ kind: 'notifications' })
  expect(select('profile')).toEqual({ kind: 'account', tab: 'details' })
  expect(select('settings')).toEqual({ kind: 'account', tab: 'preferences' })
  select('lock')
  select('logout')
  expect(lock).toHaveBeenCalledOnce()
  expect(signOut).toHaveBeenCalledOnce()
})

it('shows Payments closed, with its reason', () => {
  const closed = items.filter((item) => item.kind === 'action' && item.disabledReason !== undefined)
  expect(closed).toMatchObject([{ label: 'payments', disabledReason: 'paymentsReason' }])
})
