import type { IconName } from '@/ui/icons'

export type LaterPageName = 'checkout' | 'bookmark' | 'recent' | 'complianceOverview' | 'compliance'

interface LaterRoute {
  path: string
  page: LaterPageName
}

/** The routes that later parts of the product fill. This list may only shrink; `waiting.test.ts` knows how long it was. */
export const laterRoutes: readonly LaterRoute[] = [
  { path: '/compliance-overview/index', page: 'complianceOverview' },
  { path: '/compliance/overview', page: 'complianceOverview' },
  { path: '/compliance/:policy', page: 'compliance' },
  { path: '/checkout', page: 'checkout' },
  { path: '/bookmark', page: 'bookmark' },
  { path: '/recent', page: 'recent' },
]

export const laterIcons: Record<LaterPageName, IconName> = {
  checkout: 'checkOut',
  bookmark: 'bookmark',
  recent: 'clock',
  complianceOverview: 'compliance',
  compliance: 'compliance',
}
