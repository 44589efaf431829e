import type { IconName } from '@/ui/icons'

export type LaterPageName = 'complianceOverview' | 'compliance'

interface LaterRoute {
  path: string
  page: LaterPageName
}

/** The routes that later parts of the product fill. This list may only shrink; `waiting.test.ts` knows how long it was. */
export const laterRoutes: readonly LaterRoute[] = [
  { path: '/compliance-overview/index', page: 'complianceOverview' },
  { path: '/compliance/overview', page: 'complianceOverview' },
  { path: '/compliance/:policy', page: 'compliance' },
]

export const laterIcons: Record<LaterPageName, IconName> = {
  complianceOverview: 'compliance',
  compliance: 'compliance',
}
