import { useMemo } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { ApiProblem } from '@/api/problem'
import { meQuery, queryClient, updateSelf, useMe } from '@/api/queries'
import type { Me, View } from '@/api/types'
import type { Choice } from '@/api/view'
import { showProblem } from '@/lib/showProblem'

type Effectivity = Me['user']['preferences']['effectivity']

const names = ['aircraft', 'product', 'set', 'outside'] as const

/** The aircraft that is read for: the one in the address, or else the one that the person chose; none means all. */
export function useChoice(): Choice {
  const { effectivity } = useMe().user.preferences
  const database = useOpenManual()?.database
  const linked = useLinkedChoice()
  return useMemo(
    () => (saysWhich(linked) ? linked : choiceOf(effectivity, database)),
    [linked, effectivity, database],
  )
}

/** The aircraft in the address, as a shared link has it. */
export function useLinkedChoice(): Choice {
  const [params] = useSearchParams()
  const told = choiceText(params)
  return useMemo(() => choiceIn(new URLSearchParams(told)), [told])
}

/** Changes the choice for all manuals, with the account; the one in the address is given up. */
export function useChoose(): (choice: Choice) => void {
  const me = useMe()
  const database = useOpenManual()?.database
  const leaveLinked = useLeaveLinked()
  return (choice) => {
    leaveLinked()
    save(me, effectivityOf(choice, database))
  }
}

/** Goes back from the aircraft in the address to the person's own. */
function useLeaveLinked(): () => void {
  const [params, setParams] = useSearchParams()
  return () => {
    if (!names.some((name) => params.has(name))) return
    const after = new URLSearchParams(params)
    for (const name of names) after.delete(name)
    setParams(after)
  }
}

/** The manual whose page is open. */
export function useOpenManual(): { database: string; path: string } | undefined {
  const { pathname } = useLocation()
  const [, area, database, manual] = pathname.split('/').map(decodeURIComponent)
  if (area !== 'library' || !database || !manual || manual === 'MULTIMEDIA') return undefined
  return { database, path: `/${database}/${manual}` }
}

/** Whether the server refused a choice: its aircraft left the fleet, or its product is not in this revision. */
export function isRefusedChoice(choice: Choice, error: unknown): boolean {
  return (
    saysWhich(choice) &&
    error instanceof ApiProblem &&
    error.errors.some(({ field }) => ['aircraft', 'product', 'set'].includes(field))
  )
}

/** Whether a choice says anything about the aircraft. */
export function saysWhich({ aircraft, product, set }: Choice): boolean {
  return Boolean(aircraft || product || set)
}

/** The part of a choice that says which aircraft. */
export function aircraftOf({ aircraft, product, set }: Choice): Omit<Choice, 'outside'> {
  return { aircraft, product, set }
}

/** The treatment of a module that does not apply to the chosen aircraft, or to the profile; undefined when it applies. */
export function outsideOf(
  choice: Choice,
  { withheld, applicability }: View,
  isInProfile: boolean,
): 'hidden' | 'greyed' | undefined {
  if (withheld) return 'hidden'
  const isMeant = saysWhich(choice) || isInProfile
  return isMeant && applicability.module?.truth === 'no' ? 'greyed' : undefined
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

/** Single conditions count in the database whose tables declare them. */
function choiceOf({ aircraft, product, set = [], database, outside }: Effectivity, open?: string): Choice {
  const isMeant = set.length > 0 && database === open
  return {
    aircraft,
    product,
    set: isMeant ? set : undefined,
    outside: outside === 'grey' ? 'grey' : undefined,
  }
}

function effectivityOf({ aircraft, product, set = [], outside }: Choice, database?: string): Effectivity {
  return {
    aircraft,
    product,
    set,
    database: set.length > 0 ? database : undefined,
    outside: outside ?? 'hide',
  }
}

/** The last choice, and the saving of all before it: they are saved in the order in which they were made. */
let newest: Effectivity | undefined
let saving: Promise<void> = Promise.resolve()

/** Shows the new choice at once, and the old one again when it cannot be saved. */
function save(me: Me, effectivity: Effectivity): void {
  const show = (effectivity: Effectivity) =>
    queryClient.setQueryData(
      meQuery.queryKey,
      ({ user, ...rest }: Me = me): Me => ({
        ...rest,
        user: { ...user, preferences: { ...user.preferences, effectivity } },
      }),
    )
  newest = effectivity
  show(effectivity)
  saving = saving.then(async () => {
    try {
      await updateSelf({ account: me.user.account, preferences: { effectivity } })
      // The answer to an earlier choice must not show its aircraft again.
      if (newest && newest !== effectivity) show(newest)
    } catch (error) {
      if (newest === effectivity) queryClient.setQueryData(meQuery.queryKey, me)
      if (error instanceof Error) showProblem(error)
    }
  })
}
