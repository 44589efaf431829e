import { useCallback, useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { ApiProblem } from '@/api/problem'
import type { Manual, View } from '@/api/types'
import type { Choice } from '@/api/view'

const names = ['aircraft', 'product', 'set', 'outside'] as const

/** The aircraft in the address; none means any. */
export function useChoice(): Choice {
  const [params] = useSearchParams()
  const told = choiceText(params)
  return useMemo(() => choiceIn(new URLSearchParams(told)), [told])
}

/** The same, with a way to change it, which this browser remembers for the manual. */
export function useOwnChoice(manual: Manual): [choice: Choice, choose: (choice: Choice) => void] {
  const [, setParams] = useSearchParams()
  const choice = useChoice()
  const isTold = Object.values(choice).some(Boolean)
  const write = useCallback(
    (next: Choice, replace: boolean) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          for (const name of names) after.delete(name)
          for (const [name, value] of Object.entries(next)) {
            for (const each of [value ?? []].flat()) after.append(name, each)
          }
          return after
        },
        { replace },
      ),
    [setParams],
  )
  // Without a choice in the address the last one is used and added to the address, so that it can be shared.
  useEffect(() => {
    const last = isTold ? undefined : remembered()[manual.path]
    if (last) write(last, true)
  }, [isTold, manual.path, write])
  const choose = (next: Choice) => {
    remember(manual.path, next)
    write(next, false)
  }
  return [choice, choose]
}

/** Whether the server refused a choice: its aircraft left the fleet, or its product is not in this revision. */
export function isRefusedChoice(choice: Choice, error: unknown): boolean {
  return (
    saysWhich(choice) &&
    error instanceof ApiProblem &&
    error.errors.some(({ field }) => ['aircraft', 'product', 'set'].includes(field))
  )
}

/** Later addresses no longer use the last choice. */
export function forgetChoice(manual: Manual): void {
  remember(manual.path, {})
}

/** Whether a choice says anything about the aircraft. */
export function saysWhich({ aircraft, product, set }: Choice): boolean {
  return Boolean(aircraft || product || set)
}

/** The part of a choice that says which aircraft. */
export function aircraftOf({ aircraft, product, set }: Choice): Omit<Choice, 'outside'> {
  return { aircraft, product, set }
}

/** The treatment of a module that does not apply to the chosen aircraft; undefined when it applies. */
export function outsideOf(
  choice: Choice,
  { withheld, applicability }: View,
): 'hidden' | 'greyed' | undefined {
  if (withheld) return 'hidden'
  return saysWhich(choice) && applicability.module?.truth === 'no' ? 'greyed' : undefined
}

function choiceText(params: URLSearchParams): string {
  return new URLSearchParams([...params].filter(([name]) => names.some((each) => each === name))).toString()
}

function choiceIn(params: URLSearchParams): Choice {
  const set = params.getAll('set').filter(Boolean)
  return {
    aircraft: params.get('aircraft') || undefined,
    product: params.get('product') || undefined,
    set: set.length > 0 ? set : undefined,
    outside: params.get('outside') === 'grey' ? 'grey' : undefined,
  }
}

const storageKey = 'airfolio.applicability'

/** The last choice per manual path. */
function remembered(): Record<string, Choice> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(
      Object.entries(stored).map(([path, text]) => [path, choiceIn(new URLSearchParams(String(text)))]),
    )
  } catch {
    return {}
  }
}

function remember(path: string, choice: Choice): void {
  const { [path]: _, ...others } = remembered()
  const isEmpty = !Object.values(choice).some(Boolean)
  const all = isEmpty ? others : { ...others, [path]: choice }
  const texts = Object.entries(all).map(([each, { set = [], ...rest }]) => {
    const params = new URLSearchParams(set.map((value) => ['set', value]))
    for (const [name, value] of Object.entries(rest)) if (value) params.set(name, value)
    return [each, params.toString()]
  })
  localStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(texts)))
}
