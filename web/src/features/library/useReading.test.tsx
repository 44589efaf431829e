import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import * as library from '@/testing/library'
import { useManualLinks } from './useManualLinks'
import { useReading } from './useReading'

function at<T>(address: string, hook: () => T): T {
  const { result } = renderHook(hook, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
      </QueryClientProvider>
    ),
  })
  return result.current
}

const moment = '2026-03-01T00:00:00.000Z'

it('reads a moment of a lane, and a revision without one', () => {
  expect(at(`/?asOf=${moment}`, useReading)).toEqual({ asOf: moment })
  expect(at(`/?asOf=${moment}&revision=7`, useReading)).toEqual({ revision: '7' })
})

it('leaves a text that is no moment to the server', () => {
  expect(at('/?asOf=yesterday', useReading)).toEqual({ asOf: 'yesterday' })
})

it('links to another manual at the same moment, and to a revision without it', () => {
  const manual = library.manual('H160', 'MEL')
  const links = at(`/?asOf=${moment}`, () => useManualLinks(manual))
  const there = encodeURIComponent(moment)
  expect(links.object('/H160/AMM/DMC-A_en-US.XML')).toContain(`asOf=${there}`)
  expect(links.at({ tab: 'modules' })).toContain(`asOf=${there}`)
  expect(links.at({ revision: '7' })).not.toContain('asOf')
})
