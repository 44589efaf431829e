import { expect, it } from 'vitest'
import { revisionForecast } from '@/testing/revisions'
import { forecastGroups, isShown } from './forecastRows'

const shown = (isMel: boolean, lessRestrictive: number) =>
  forecastGroups
    .filter((group) => isShown(group, revisionForecast({ lessRestrictive }), isMel))
    .map(({ id }) => id)

it('shows the counts of the MMEL for a MEL, and where a manual has MEL items', () => {
  expect(shown(false, 0)).toEqual(['oem', 'ours', 'marks', 'touched'])
  expect(shown(true, 0)).toContain('mel')
  expect(shown(false, 2)).toContain('mel')
})
