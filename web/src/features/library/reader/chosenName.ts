import type { Choices } from '@/api/types'
import type { Choice } from '@/api/view'
import { listComma } from '@/lib/format'
import { productValues } from './useAircraftOffer'

/** The choice in a few words. */
export function chosenName({ aircraft, product, set = [] }: Choice, choices: Choices | undefined): string {
  const listed = choices?.products.find(({ id, key }) => key === product || id === product)
  const conditions = set.map((each) => {
    const [, type, ident, value] = /^(\w+):([^=@]*)[^=]*=(.*)$/.exec(each) ?? []
    const known = choices?.properties.find((one) => one.ident === ident && one.type === type)
    return `${known?.name || ident} ${value}`
  })
  const label = product && (listed?.label ?? (productValues(product).slice(0, 4).join(' · ') || product))
  return [aircraft, label, ...conditions].filter(Boolean).join(listComma())
}
