import { renderHook } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { saysWhich, useLinkedChoice } from './useChoice'

function choiceAt(address: string) {
  const { result } = renderHook(useLinkedChoice, {
    wrapper: ({ children }) => <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>,
  })
  return result.current
}

it('says what the address says, and nothing where that is empty', () => {
  expect(choiceAt('/?aircraft=a1&outside=grey')).toMatchObject({ aircraft: 'a1', outside: 'grey' })
  expect(choiceAt('/?set=a%3Db&set=c%3Dd').set).toEqual(['a=b', 'c=d'])
  expect(saysWhich(choiceAt('/?aircraft=&product=&set='))).toBe(false)
})
