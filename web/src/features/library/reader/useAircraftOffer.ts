import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Choices, Manual } from '@/api/types'
import { type Choice, choicesQuery } from '@/api/view'
import { saysWhich, useOwnChoice } from '../useChoice'
import { useReading } from '../useReading'

export interface AircraftOffer {
  choice: Choice
  choose: (choice: Choice) => void
  choices: UseQueryResult<Choices>
  /** Whether something was chosen, or can be. */
  isThere: boolean
}

/** The choice for a manual and the values to choose from. */
export function useAircraftOffer(manual: Manual): AircraftOffer {
  const reading = useReading()
  const [choice, choose] = useOwnChoice(manual)
  const choices = useQuery(choicesQuery(manual.path, reading))
  const { properties = [], products = [], aircraft = [] } = choices.data ?? {}
  const isThere = saysWhich(choice) || properties.length + products.length + aircraft.length > 0
  return { choice, choose, choices, isThere }
}
