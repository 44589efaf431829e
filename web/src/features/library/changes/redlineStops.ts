import { createContext, type RefObject, use, useEffect } from 'react'

/** The state of one module of several. */
export interface RedlineStop {
  title: string
  /** Its marked differences. */
  count: number
  frame: HTMLElement
}

/** A difference of a module; none where only its head was gone to. */
interface RedlinePosition {
  id: string
  difference: number | undefined
}

export interface RedlineStepper {
  at: RedlinePosition | undefined
  goTo: (id: string, difference: number) => void
  /** Adds a module that is drawn; the answer takes it away again. */
  add: (id: string, stop: RedlineStop) => () => void
}

export const RedlineStepping = createContext<RedlineStepper | undefined>(undefined)

/** The place of a module among those that one steps through: its id in `data-redline-stop`. */
export function useRedlineStop(id: string, title: string, count: number, frame: HTMLElement | null) {
  const stepper = use(RedlineStepping)
  const add = stepper?.add
  useEffect(() => {
    return frame ? add?.(id, { title, count, frame }) : undefined
  }, [add, id, title, count, frame])
  return stepper && { current: stepper.at?.id === id ? stepper.at.difference : undefined, goTo: stepper.goTo }
}

/** Whether a module was gone to before it came into view by scrolling. */
export function useIsStoppedAt(id: string): boolean {
  return use(RedlineStepping)?.at?.id === id
}

/** The modules in their order, whether or not they are drawn. */
export function stopsIn(root: RefObject<HTMLElement | null>): HTMLElement[] {
  return [...(root.current?.querySelectorAll<HTMLElement>('[data-redline-stop]') ?? [])]
}

/** A module that is folded away has nothing to go to. */
export const isFolded = ({ dataset }: HTMLElement) => dataset.redlineFolded !== undefined

/** The next module behind or before one, or from the first that is not above the window. */
export function nextStop(stops: HTMLElement[], from: HTMLElement | undefined, step: 1 | -1) {
  const at = from ? stops.indexOf(from) + step : firstInView(stops)
  const rest = step === 1 ? stops.slice(Math.max(at, 0)) : stops.slice(0, at + 1).reverse()
  return rest.find((stop) => !isFolded(stop))
}

function firstInView(stops: HTMLElement[]): number {
  const found = stops.findIndex((stop) => stop.getBoundingClientRect().bottom >= 0)
  return found === -1 ? stops.length - 1 : found
}
