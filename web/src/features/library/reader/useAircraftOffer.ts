import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Choices } from '@/api/types'
import { type Choice, choicesQuery, fleetQuery } from '@/api/view'
import { saysWhich, useChoice, useOpenManual } from '../useChoice'
import { useReading } from '../useReading'

export interface AircraftOffer {
  choice: Choice
  choices: UseQueryResult<Choices>
  /** Whether something was chosen, or can be. */
  isThere: boolean
  /** Whether the open manual is about other aircraft and products than the chosen one. */
  isUnknown: boolean
}

/** The choice, and the values to choose from: those of the open manual, or else all aircraft. */
export function useAircraftOffer(): AircraftOffer {
  return useOffer('fetched')
}

/** The same for the header, with the values that the page has fetched: the address may be that of no manual. */
export function useFetchedOffer(): AircraftOffer {
  return useOffer('cached')
}

function useOffer(values: 'fetched' | 'cached'): AircraftOffer {
  const reading = useReading()
  const manual = useOpenManual()
  const choice = useChoice()
  const ofManual = useQuery({
    ...choicesQuery(manual?.path ?? '', reading),
    enabled: values === 'fetched' && manual !== undefined,
  })
  const fleet = useQuery({ ...fleetQuery, enabled: false })
  const choices = manual ? ofManual : fleet
  const { properties = [], products = [], aircraft = [] } = choices.data ?? {}
  const isThere = saysWhich(choice) || properties.length + products.length + aircraft.length > 0
  const isUnknown = manual !== undefined && ofManual.data !== undefined && !knows(ofManual.data, choice)
  return { choice, choices, isThere, isUnknown }
}

function knows({ aircraft, products }: Choices, chosen: Choice): boolean {
  const values = chosen.product ? productValues(chosen.product) : []
  return (
    (!chosen.aircraft || aircraft.some(({ registration }) => registration === chosen.aircraft)) &&
    (!chosen.product ||
      products.some(
        ({ id, assigns }) =>
          id === chosen.product ||
          (values.length > 0 && values.every((value) => assigns.some((one) => one.value === value))),
      ))
  )
}

/** The attribute values in the key of a product, as in `prd-1;model=A;serialNumber=1`. */
export function productValues(product: string): string[] {
  const [, ...pairs] = product.split(';')
  return pairs.map((pair) => decodeURIComponent(pair.slice(pair.indexOf('=') + 1)))
}
